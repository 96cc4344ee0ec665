import type { ResourceDefinition } from "../model";
import { hashedName, PrivateDirectory } from "./private-directory";
import { isRunning, processIdentity } from "./process-identity";
import type { TokenOptions } from "./tokens/credentials";

/** A resource to create, and its parent. */
export interface CreateRequest {
  readonly definition: ResourceDefinition;
  readonly parentUid: string;
  readonly body: unknown;
}

/** The service, caller and working directory of a run; keys are reused only if all three match. */
export interface CreateContext {
  readonly baseUrl: string;
  /** Identifies the caller to the service. Throws PlatformError. */
  readonly caller: (options: TokenOptions) => Promise<string>;
  /** The directory in which the run was started. */
  readonly workingDirectory: string;
}

/** Controls which keys a run stores for the next one. */
export interface RetentionOptions {
  /**
   * Whether keys are also kept after a successful response, until {@link UnfinishedCreates.deleteCreated}: for engines
   * that may be killed before they save their state.
   */
  readonly keepsCreated?: boolean;
}

/**
 * The idempotency keys of create requests with an unknown outcome, for the same user's next run. Terraform and Pulumi do
 * not record failed creates, but a service that stores keys for a day returns the created resource when the request is
 * retried. Before a key is sent, it is written to a file of its own, named after a hash of the resource, so that
 * identical requests have as many files as keys. The file contains the process identity until the outcome is known and,
 * if it is kept, the created uid afterwards.
 *
 * A key is valid only for its caller: if another caller sends it, it creates a second resource and cannot be reused. A
 * created resource belongs to the configuration that requested it: another configuration with the same values gets its
 * own.
 */
export class UnfinishedCreates {
  readonly #directory: PrivateDirectory;
  readonly #context: CreateContext;
  readonly #keepsCreated: boolean;
  /** The files of this process that contain created uids. */
  readonly #created: string[] = [];
  #files: UnfinishedFiles | undefined;

  /** `base` is as for {@link PrivateDirectory}. */
  constructor(base: string, context: CreateContext, { keepsCreated = false }: RetentionOptions = {}) {
    this.#directory = new PrivateDirectory(base);
    this.#context = context;
    this.#keepsCreated = keepsCreated;
  }

  /** Returns the unfinished create requests for the same resource. Throws PlatformError if the caller cannot be identified. */
  async of({ definition, parentUid, body }: CreateRequest, options: TokenOptions = {}): Promise<Unfinished> {
    const { baseUrl, workingDirectory, caller } = this.#context;
    const identity = [baseUrl, workingDirectory, await caller(options), definition.name, parentUid, body];
    const created = this.#keepsCreated ? this.#created : undefined;
    return new Unfinished(this.#directory, this.#unfinishedFiles, `${CREATE}${hashedName(identity)}-`, created);
  }

  /**
   * Records that a resource was imported: a create request with a lost response may have created it, and must not return
   * it later.
   */
  recordImport(uid: string): void {
    if (this.#directory.names(CREATE).length > 0) this.#directory.write(this.#importFileName(uid), "");
  }

  wasImported(uid: string): boolean {
    return this.#directory.names(this.#importFileName(uid)).length > 0;
  }

  /** Records that the state contains a resource: the run that created it saved it, even if it was interrupted. */
  recordManaged(uid: string): void {
    this.#unfinishedFiles.forget(uid);
  }

  /** Called when a run ended normally: the resources that it created are in the state. */
  deleteCreated(): void {
    for (const name of this.#created.splice(0)) this.#directory.remove(name);
  }

  get #unfinishedFiles(): UnfinishedFiles {
    this.#files ??= new UnfinishedFiles(this.#directory);
    return this.#files;
  }

  #importFileName(uid: string): string {
    return `import-${hashedName([this.#context.baseUrl, uid])}`;
  }
}

const CREATE = "create-";

/** The files of earlier runs, listed once, and those that this process leaves. */
class UnfinishedFiles {
  readonly #names: Set<string>;
  /** The files that contain a created uid, by uid. */
  readonly #byCreatedUid = new Map<string, string>();

  constructor(private readonly directory: PrivateDirectory) {
    this.#names = new Set(directory.names(CREATE));
    for (const name of this.#names) {
      const mark = directory.read(name) ?? "";
      const uid = mark.split(" ")[2];
      if (isRunning(mark)) this.#names.delete(name);
      else if (uid) this.#byCreatedUid.set(uid, name);
    }
  }

  add(name: string): void {
    this.#names.add(name);
  }

  has(prefix: string): boolean {
    return [...this.#names].some((name) => name.startsWith(prefix));
  }

  /** Removes a file whose name starts with `prefix` and returns its name; a file is returned to only one process. */
  take(prefix: string): string | undefined {
    for (const name of this.#names) {
      if (!name.startsWith(prefix)) continue;
      this.#names.delete(name);
      if (this.directory.remove(name)) return name;
    }
    return undefined;
  }

  forget(uid: string): void {
    const name = this.#byCreatedUid.get(uid);
    if (name === undefined) return;
    this.#byCreatedUid.delete(uid);
    this.#names.delete(name);
    this.directory.remove(name);
  }
}

export class Unfinished {
  constructor(
    private readonly directory: PrivateDirectory,
    private readonly files: UnfinishedFiles,
    private readonly prefix: string,
    private readonly created: string[] | undefined,
  ) {}

  /** Whether {@link take} would return a key now. */
  get hasKey(): boolean {
    return this.files.has(this.prefix);
  }

  /** Returns the key of an identical create request of a run that has ended; a key is returned to only one process. */
  take(): string | undefined {
    return this.files.take(this.prefix)?.slice(this.prefix.length);
  }

  /**
   * Runs an operation that sends the key. Stores the key on disk before the operation starts, and keeps it if
   * `isUnfinished` returns true or the process is killed. An operation without a result leaves nothing for the next run.
   */
  async withStoredKey<T extends { readonly uid?: unknown } | undefined>(
    key: string,
    work: () => Promise<T>,
    isUnfinished: (error: unknown) => boolean,
  ): Promise<T> {
    const name = this.prefix + key;
    this.directory.write(name, processIdentity());
    try {
      const result = await work();
      if (result && this.created) {
        this.created.push(name);
        this.directory.write(name, `${processIdentity()} ${result.uid}`);
      } else {
        this.directory.remove(name);
      }
      return result;
    } catch (error) {
      if (isUnfinished(error)) {
        this.directory.write(name, "");
        this.files.add(name);
      } else {
        this.directory.remove(name);
      }
      throw error;
    }
  }
}

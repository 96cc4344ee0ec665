import type { ResourceDefinition } from "../model";
import { nameOf, PrivateDirectory } from "./private-directory";
import { isRunning, ownMark } from "./process-mark";
import type { TokenOptions } from "./tokens/credentials";

/** A resource to create, and its parent. */
export interface Wanted {
  readonly definition: ResourceDefinition;
  readonly parentUid: string;
  readonly body: unknown;
}

/** Who creates, and from where; keys are shared only if all of it is equal. */
export interface Creating {
  readonly baseUrl: string;
  /** Identifies the caller to the service. Throws PlatformError. */
  readonly caller: (options: TokenOptions) => Promise<string>;
  /** The directory in which the run was started. */
  readonly workingDirectory: string;
}

/** What a run keeps about its creates for the next. */
export interface Keeping {
  /**
   * Whether keys are also kept after a successful response, until {@link UnfinishedCreates.forgetMade}: for an engine
   * that may be killed before it saves its state.
   */
  readonly keepsMade?: boolean;
}

/**
 * The idempotency keys of creates with an unknown outcome, for the same user's next run. Engines keep nothing of a
 * failed create, but a service that stores keys for a day returns the created resource when the create is repeated.
 * Before a key is sent, it is written to a file of its own, named after a hash of the resource, so that identical
 * creates have as many files as keys. The file contains the process mark until the outcome is known and, if it is kept,
 * the created uid afterwards.
 *
 * A key is valid only for its caller: sent by another, it creates a second resource and is used up. A created resource
 * belongs to the configuration that requested it: another configuration with the same values gets its own.
 */
export class UnfinishedCreates {
  readonly #directory: PrivateDirectory;
  readonly #creating: Creating;
  readonly #keepsMade: boolean;
  /** The files of this process that contain created uids. */
  readonly #made: string[] = [];
  #left: LeftFiles | undefined;

  /** `base` is as for {@link PrivateDirectory}. */
  constructor(base: string, creating: Creating, { keepsMade = false }: Keeping = {}) {
    this.#directory = new PrivateDirectory(base);
    this.#creating = creating;
    this.#keepsMade = keepsMade;
  }

  /** Returns the unfinished creates of the same resource. Throws PlatformError if the caller cannot be identified. */
  async of({ definition, parentUid, body }: Wanted, options: TokenOptions = {}): Promise<Unfinished> {
    const { baseUrl, workingDirectory, caller } = this.#creating;
    const whole = [baseUrl, workingDirectory, await caller(options), definition.name, parentUid, body];
    const made = this.#keepsMade ? this.#made : undefined;
    return new Unfinished(this.#directory, this.#leftFiles, `${CREATE}${nameOf(whole)}-`, made);
  }

  /**
   * Records that a resource was imported: a create with a lost response may have created it, and must not return it
   * later.
   */
  noteImport(uid: string): void {
    if (this.#directory.names(CREATE).length > 0) this.#directory.write(this.#importOf(uid), "");
  }

  wasImported(uid: string): boolean {
    return this.#directory.names(this.#importOf(uid)).length > 0;
  }

  /** Records that the state contains a resource: the run that created it saved it even if it did not end normally. */
  noteManaged(uid: string): void {
    this.#leftFiles.forget(uid);
  }

  /** Called when a run ended normally: the resources that it created are in the state. */
  forgetMade(): void {
    for (const name of this.#made.splice(0)) this.#directory.remove(name);
  }

  get #leftFiles(): LeftFiles {
    this.#left ??= new LeftFiles(this.#directory);
    return this.#left;
  }

  #importOf(uid: string): string {
    return `import-${nameOf([this.#creating.baseUrl, uid])}`;
  }
}

const CREATE = "create-";

/** The files of earlier runs, listed once, and those that this process leaves. */
class LeftFiles {
  readonly #names: Set<string>;
  /** The files that contain a created uid, by uid. */
  readonly #made = new Map<string, string>();

  constructor(private readonly directory: PrivateDirectory) {
    this.#names = new Set(directory.names(CREATE));
    for (const name of this.#names) {
      const mark = directory.read(name) ?? "";
      const uid = mark.split(" ")[2];
      if (isRunning(mark)) this.#names.delete(name);
      else if (uid) this.#made.set(uid, name);
    }
  }

  add(name: string): void {
    this.#names.add(name);
  }

  has(beginning: string): boolean {
    return [...this.#names].some((name) => name.startsWith(beginning));
  }

  /** Removes and returns the name of a file that starts with `beginning`; no other process gets it. */
  take(beginning: string): string | undefined {
    for (const name of this.#names) {
      if (!name.startsWith(beginning)) continue;
      this.#names.delete(name);
      if (this.directory.remove(name)) return name;
    }
    return undefined;
  }

  forget(uid: string): void {
    const name = this.#made.get(uid);
    if (name === undefined) return;
    this.#made.delete(uid);
    this.#names.delete(name);
    this.directory.remove(name);
  }
}

export class Unfinished {
  constructor(
    private readonly directory: PrivateDirectory,
    private readonly left: LeftFiles,
    private readonly beginning: string,
    private readonly made: string[] | undefined,
  ) {}

  /** Whether {@link take} would return a key now. */
  get isLeft(): boolean {
    return this.left.has(this.beginning);
  }

  /** Returns the key of an identical create by a run that has ended; no other process gets it. */
  take(): string | undefined {
    return this.left.take(this.beginning)?.slice(this.beginning.length);
  }

  /**
   * Runs an operation that sends the key. The key is on disk meanwhile, even if the process is killed, and stays if
   * `isUnfinished` returns true.
   */
  async during<T extends { readonly uid?: unknown }>(
    key: string,
    work: () => Promise<T>,
    isUnfinished: (error: unknown) => boolean,
  ): Promise<T> {
    const name = this.beginning + key;
    this.directory.write(name, ownMark());
    try {
      const result = await work();
      if (this.made) {
        this.made.push(name);
        this.directory.write(name, `${ownMark()} ${result.uid}`);
      } else {
        this.directory.remove(name);
      }
      return result;
    } catch (error) {
      if (isUnfinished(error)) {
        this.directory.write(name, "");
        this.left.add(name);
      } else {
        this.directory.remove(name);
      }
      throw error;
    }
  }
}

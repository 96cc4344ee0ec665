import type { ResourceDefinition } from "../model";
import { nameOf, PrivateDirectory } from "./private-directory";
import { isRunning, ownMark } from "./process-mark";
import type { TokenOptions } from "./tokens/credentials";

/** What is to be made, and where. */
export interface Wanted {
  readonly definition: ResourceDefinition;
  readonly parentUid: string;
  readonly body: unknown;
}

/** Who creates, and where from: whoever differs in any of it is left nothing. */
export interface Creating {
  readonly baseUrl: string;
  /** Names who the service will say is asking. Throws PlatformError. */
  readonly caller: (options: TokenOptions) => Promise<string>;
  /** The directory that the run is started in. */
  readonly workingDirectory: string;
}

/** What a run keeps of creates for the next. */
export interface Keeping {
  /**
   * Whether keys stay after a good answer too, until {@link UnfinishedCreates.forgetMade}: for an engine that may be killed before it
   * writes down what was made.
   */
  readonly keepsMade?: boolean;
}

/**
 * The keys of creates whose outcome is not known, for the same user's next run: engines keep nothing of a create that
 * failed, but a service that remembers keys for a day then tells what it made. Each key is written, before it is sent, to a
 * file of its own that is named after the hash of what was to be made, so that those that look the same are as many as
 * were sent; the file names the process until the outcome is known, and then, if it stays, what was made.
 *
 * A key is of use to its caller alone: sent by another it makes a second resource, and is gone. And what it made belongs
 * to whoever looks for it, in the configuration that asked for it: another that wants the same gets one of its own.
 */
export class UnfinishedCreates {
  readonly #directory: PrivateDirectory;
  readonly #creating: Creating;
  readonly #keepsMade: boolean;
  /** The names of this process's files that say what was made. */
  readonly #made: string[] = [];
  #left: LeftFiles | undefined;

  /** `base` as for {@link PrivateDirectory}. */
  constructor(base: string, creating: Creating, { keepsMade = false }: Keeping = {}) {
    this.#directory = new PrivateDirectory(base);
    this.#creating = creating;
    this.#keepsMade = keepsMade;
  }

  /** What was left, and can be left, of creates that look the same. Throws PlatformError where it is not known who asks. */
  async of({ definition, parentUid, body }: Wanted, options: TokenOptions = {}): Promise<Unfinished> {
    const { baseUrl, workingDirectory, caller } = this.#creating;
    const whole = [baseUrl, workingDirectory, await caller(options), definition.name, parentUid, body];
    const made = this.#keepsMade ? this.#made : undefined;
    return new Unfinished(this.#directory, this.#leftFiles, `${CREATE}${nameOf(whole)}-`, made);
  }

  /** Notes that a resource was imported: a create whose answer was lost may have made it, and none may be given it again. */
  noteImport(uid: string): void {
    if (this.#directory.names(CREATE).length > 0) this.#directory.write(this.#importOf(uid), "");
  }

  wasImported(uid: string): boolean {
    return this.#directory.names(this.#importOf(uid)).length > 0;
  }

  /** Notes that the state has a resource: the run that made it, though it did not end in order, did not lose it. */
  noteManaged(uid: string): void {
    this.#leftFiles.forget(uid);
  }

  /** To be called when a run has ended in order: what it made is in the state. */
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

/** The files that earlier runs left, listed once; and those that this process leaves. */
class LeftFiles {
  readonly #names: Set<string>;
  /** The names of files that say what was made, by its uid. */
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

  /** The name of a file that begins so; it is gone then, and nobody else is given it. */
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

  /** A key with which the same was sent before, by a run that has ended; nobody else is given it. */
  take(): string | undefined {
    return this.left.take(this.beginning)?.slice(this.beginning.length);
  }

  /** Runs what sends the key, which is on disk meanwhile, however the process ends, and stays if `isUnfinished` says so. */
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

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

/**
 * The keys of creates whose outcome is not known, for the same user's next run: engines keep nothing of a create that
 * failed, but a service that remembers keys for a day then tells what it made. Each key is written, before it is sent, to a
 * file of its own that is named after the hash of what was to be made, so that those that look the same are as many as
 * were sent; the file names the process until the outcome is known.
 *
 * A key is of use to its caller alone: sent by another it makes a second resource, and is gone. And what it made belongs
 * to whoever looks for it, in the configuration that asked for it: another that wants the same gets one of its own.
 */
export class UnfinishedCreates {
  readonly #directory: PrivateDirectory;
  readonly #creating: Creating;

  /** `base` as for {@link PrivateDirectory}. */
  constructor(base: string, creating: Creating) {
    this.#directory = new PrivateDirectory(base);
    this.#creating = creating;
  }

  /** What was left, and can be left, of creates that look the same. Throws PlatformError where it is not known who asks. */
  async of({ definition, parentUid, body }: Wanted, options: TokenOptions = {}): Promise<Unfinished> {
    const { baseUrl, workingDirectory, caller } = this.#creating;
    const whole = [baseUrl, workingDirectory, await caller(options), definition.name, parentUid, body];
    return new Unfinished(this.#directory, `${CREATE}${nameOf(whole)}-`);
  }

  /** Notes that a resource was imported: a create whose answer was lost may have made it, and none may be given it again. */
  noteImport(uid: string): void {
    if (this.#directory.names(CREATE).length > 0) this.#directory.write(this.#importOf(uid), "");
  }

  wasImported(uid: string): boolean {
    return this.#directory.names(this.#importOf(uid)).length > 0;
  }

  #importOf(uid: string): string {
    return `import-${nameOf([this.#creating.baseUrl, uid])}`;
  }
}

const CREATE = "create-";

export class Unfinished {
  constructor(
    private readonly directory: PrivateDirectory,
    private readonly beginning: string,
  ) {}

  /** A key with which the same was sent before, by a run that has ended; nobody else is given it. */
  take(): string | undefined {
    const name = this.directory
      .names(this.beginning)
      .find((each) => !isRunning(this.directory.read(each) ?? "") && this.directory.remove(each));
    return name?.slice(this.beginning.length);
  }

  /** Runs what sends the key, which is on disk meanwhile, however the process ends, and stays if `isUnfinished` says so. */
  async during<T>(key: string, work: () => Promise<T>, isUnfinished: (error: unknown) => boolean): Promise<T> {
    const name = this.beginning + key;
    this.directory.write(name, ownMark());
    try {
      const result = await work();
      this.directory.remove(name);
      return result;
    } catch (error) {
      if (isUnfinished(error)) this.directory.write(name, "");
      else this.directory.remove(name);
      throw error;
    }
  }
}

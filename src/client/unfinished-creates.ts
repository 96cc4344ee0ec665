import { createHash } from "node:crypto";
import type { ResourceDefinition } from "../model";
import { PrivateDirectory } from "./private-directory";

/** What is to be made, and where. */
export interface Wanted {
  readonly definition: ResourceDefinition;
  readonly parentUid: string;
  readonly body: unknown;
}

/**
 * The keys of creates whose outcome is not known, for the same user's next run: engines keep nothing of a create that
 * failed, but a service that remembers keys for a day then tells what it made. Each key is kept in a file of its own,
 * named after the hash of what was to be made, so that those that look the same are as many as were sent.
 */
export class UnfinishedCreates {
  readonly #directory: PrivateDirectory;
  readonly #baseUrl: string;

  /** `base` as for {@link PrivateDirectory}. */
  constructor(base: string, baseUrl: string) {
    this.#directory = new PrivateDirectory(base);
    this.#baseUrl = baseUrl;
  }

  /** A key with which the same was sent before; nobody else is given it. */
  take(wanted: Wanted): string | undefined {
    const beginning = this.#beginningOf(wanted);
    const name = this.#directory.names(beginning).find((each) => this.#directory.remove(each));
    return name?.slice(beginning.length);
  }

  keep(wanted: Wanted, key: string): void {
    this.#directory.write(this.#beginningOf(wanted) + key, "");
  }

  #beginningOf({ definition, parentUid, body }: Wanted): string {
    const whole = JSON.stringify([this.#baseUrl, definition.name, parentUid, body]);
    return `create-${createHash("sha256").update(whole).digest("hex")}-`;
  }
}

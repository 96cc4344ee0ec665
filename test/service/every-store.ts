import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Organization, openPlatform, type Platform, type PlatformOptions } from "../../src/service";
import { describeWith, freshDatabase } from "../engines";

/** Two nodes of a service on one store, with an organization. */
export interface Nodes {
  readonly nodes: readonly [Platform, Platform];
  readonly organization: Organization;
  /** The location of the store. */
  readonly data: string;
  /** Advances the clock of both. */
  pass(milliseconds: number): void;
}

/** Declares a suite for every engine, with two nodes on a store of its own. */
export function onEveryStore(suite: (get: () => Nodes) => void, options: Partial<PlatformOptions> = {}): void {
  const declare = (data: () => Promise<string>, forget: (data: string) => void) => () => {
    let found: Nodes;
    beforeAll(async () => {
      let passed = 0;
      const where = await data();
      const open = () => openPlatform({ ...options, data: where, clock: () => Date.now() + passed });
      const nodes: Nodes["nodes"] = [await open(), await open()];
      const pass = (milliseconds: number) => {
        passed += milliseconds;
      };
      found = { nodes, organization: await nodes[0].createOrganization({ name: "acme" }), data: where, pass };
    });
    afterAll(async () => {
      await Promise.all(found.nodes.map((node) => node.close()));
      forget(found.data);
    });
    suite(() => found);
  };
  const directory = async () => mkdtempSync(path.join(tmpdir(), "platform-"));
  describe(
    "on SQLite",
    declare(directory, (data) => rmSync(data, { recursive: true })),
  );
  describeWith(
    ["postgresql"],
    "on PostgreSQL",
    declare(freshDatabase, () => {}),
  );
}

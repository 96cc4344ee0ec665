import type { PlatformClient } from "../../../src/client";
import { noun } from "../../../src/provider/names";
import type { TestPlatform } from "../../../src/testing";
import { describeWith } from "../../engines";
import { type EngineName, shareWorkspace, Workspace } from "../workspace";
import { addressOf, block, canUpdate, changedBy, definitionOf, replacingOf, secondOf } from "./configuration";
import { type Body, type Row, rows } from "./rows";

const updatable = rows.filter(canUpdate);
const fixed = rows.filter((row) => !canUpdate(row));

/** Fields with a secret that is also sent when its version changes, beside the object that contains it. */
const secrets: Readonly<Record<string, readonly string[]>> = { staff: ["oidc.clientSecret"] };

/** Attributes that an import cannot set because the service does not return them. */
const unanswered = /^(code|.*_version)$/;

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `all types in one configuration with ${engine}`, () => {
    let platform: TestPlatform;
    let client: PlatformClient;
    let workspace: Workspace;
    shareWorkspace(engine, (shared) => {
      ({ platform, client, workspace } = shared);
    });

    const configuration = (bodyOf: (row: Row) => Body, version?: number, root = platform.groupUid): string =>
      rows.map((row) => block(row, bodyOf(row), { version, root })).join("");
    const uidOf = (row: Row): string => String(workspace.state()[addressOf(row)]?.uid);
    const nameOf = (row: Row): string => {
      const { name, uid } = workspace.state()[addressOf(row)]!;
      return name === undefined ? String(uid) : JSON.stringify(name);
    };
    const uids = (): string[] => rows.map(uidOf);

    /** Returns the fields in the PATCH requests sent during `work`, by the uid of the updated resource. */
    async function masksOf(work: () => Promise<unknown>): Promise<Record<string, readonly string[]>> {
      const from = platform.requests.length;
      await work();
      const patches = platform.requests.slice(from).filter(({ method }) => method === "PATCH");
      return Object.fromEntries(
        patches.map(({ path, updateMask }) => [path.split("/").slice(4).join("/"), updateMask?.split(",") ?? []]),
      );
    }

    const expectedMasks = (more: (row: Row) => readonly string[] = () => []) =>
      Object.fromEntries(updatable.map((row) => [uidOf(row), [...changedBy(row), ...more(row)]]));

    test("creates everything and then plans no changes", async () => {
      await workspace.configure(configuration(({ first }) => first, 1));
      expect(await workspace.apply()).toContain(`${rows.length} added, 0 changed, 0 destroyed`);
      expect(await workspace.isSettled()).toBe(true);
    });

    test("updates only the changed fields, and replaces resources for immutable ones", async () => {
      const expected = expectedMasks(({ label }) => secrets[label] ?? []);
      await workspace.configure(configuration(secondOf, 2));
      const masks = await masksOf(async () => {
        const counts = `${fixed.length} added, ${updatable.length} changed, ${fixed.length} destroyed`;
        expect(await workspace.apply()).toContain(counts);
      });
      expect(masks).toEqual(expected);
      expect(await workspace.isSettled()).toBe(true);
      expect(await workspace.isSettled("-refresh-only")).toBe(true);
    });

    test("detects every field changed elsewhere and corrects only those", async () => {
      for (const row of updatable) {
        const body = Object.fromEntries(changedBy(row).map((name) => [name, row.first[name]]));
        await client.collection(definitionOf(row)).update(uidOf(row), body, { updateMask: changedBy(row) });
      }
      const masks = await masksOf(async () => {
        expect(await workspace.apply()).toContain(`Plan: 0 to add, ${updatable.length} to change, 0 to destroy.`);
      });
      expect(masks).toEqual(expectedMasks());
      expect(await workspace.isSettled()).toBe(true);
    });

    // OpenTofu 1.12 supports resource identities, Terraform 1.11 does not.
    const importing = (row: Row) =>
      engine === "tofu" ? `identity = { uid = "${uidOf(row)}" }` : `id = "${uidOf(row)}"`;

    test("imports everything by uid or by identity into the same state", async () => {
      const other = new Workspace(engine, platform.environment());
      try {
        const imports = rows.map((row) => `import {\n  to = ${addressOf(row)}\n  ${importing(row)}\n}\n`);
        await other.configure(configuration(secondOf) + imports.join(""));
        expect(await other.apply()).toContain(`${rows.length} imported, 0 added, 0 changed, 0 destroyed`);
        expect(answered(other.state())).toEqual(answered(workspace.state()));
      } finally {
        other.close();
      }
    });

    test("replaces everything for a new parent or a new value of an immutable field", async () => {
      const before = uids();
      const { uid } = await client.groups.create(platform.groupUid, { name: "elsewhere" });
      const blocks = rows.map((row) =>
        block(row, replacingOf(row), { version: 2, root: row.label === "team" ? uid : platform.groupUid }),
      );
      await workspace.configure(blocks.join(""));
      expect(await workspace.apply()).toContain(`${rows.length} added, 0 changed, ${rows.length} destroyed`);
      expect(uids().filter((each) => before.includes(each))).toEqual([]);
    });

    test("recreates what was deleted outside of Terraform, with a warning for each resource", async () => {
      const named = rows.map((row) => `The ${noun(definitionOf(row))} ${nameOf(row)} was deleted outside of Terraform`);
      for (const row of [...rows].reverse()) await client.collection(definitionOf(row)).delete(uidOf(row));
      const planned = await workspace.succeed("plan", "-refresh-only");
      const applied = await workspace.apply();
      for (const warning of named) expect(planned).toContain(warning);
      expect(applied).toContain(`${rows.length} added, 0 changed, 0 destroyed`);
    });

    test("destroys everything", async () => {
      const last = [...rows].reverse().map((row) => [row, uidOf(row)] as const);
      expect(await workspace.succeed("destroy", "-auto-approve")).toContain(`${rows.length} destroyed`);
      for (const [row, uid] of last) {
        await expect(client.collection(definitionOf(row)).get(uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
      }
    });
  });
});

/** Removes attributes from a state that only the create returns or only the configuration sets. */
const answered = (state: unknown): unknown =>
  JSON.parse(JSON.stringify(state, (key, value) => (unanswered.test(key) ? undefined : value)));

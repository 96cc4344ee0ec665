import { emptySnapshot, type Snapshot, type Trust } from "../../src/access";
import { builtInRole } from "../../src/model";

/** Snapshots for tests: the organization acme with the groups payments and payments/api, and some identities. */

export const acme = "a".repeat(40);
export const payments = `${acme}/${"1".repeat(16)}`;
export const api = `${payments}/${"2".repeat(16)}`;
export const alice = `${acme}/${"b".repeat(16)}`;
export const deploy = `${payments}/${"c".repeat(16)}`;
export const [owner, viewer, pull, push] = (["owner", "viewer", "registry.pull", "registry.push"] as const).map(
  (name) => builtInRole(name).uid,
) as [string, string, string, string];

export const trust: Trust = { claimMatch: { issuer: "https://issuer.example.com", subject: "deploy" } };

const identity = (id: string, name: string, group: string) => ({ id, name, group, disabled: false, trust });

/** Returns a binding; its id is a number below the group. */
export const bind = (identityUid: string, role: string, group: string, number = 1) => ({
  id: `${group}/${String(number).padStart(16, "0")}`,
  identity: identityUid,
  role,
  group,
});

export const snapshotWith = (bindings: Snapshot["bindings"], more: Partial<Snapshot> = {}): Snapshot => ({
  ...emptySnapshot,
  groups: [
    { id: acme, name: "acme" },
    { id: payments, name: "payments", parent: acme },
    { id: api, name: "api", parent: payments },
  ],
  identities: [identity(alice, "alice", acme), identity(deploy, "deploy", payments)],
  bindings,
  ...more,
});

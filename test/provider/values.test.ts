import { registry } from "../../src/model";
import { Decimal, unknown, type ValueRecord } from "../../src/provider/plugin";
import { dataSourceState, stateOf, toJson } from "../../src/provider/values";
import { recordOf } from "./records";

const { identities: identity, repos: repo, roles: role } = registry;

const GROUP = "0123456789abcdef0123456789abcdef01234567";
const UID = `${GROUP}/00000000000000aa`;

const answer = (members: Record<string, unknown>) => ({
  uid: UID,
  name: "one",
  description: "",
  createTime: "2030-01-01T00:00:00.000Z",
  updateTime: "2030-01-01T00:00:00.000Z",
  ...members,
});

describe("a body", () => {
  it("has the API's field names and full capabilities, without nulls", () => {
    expect(toJson(role.fields, recordOf(role, { uid: UID, name: "one", capabilities: ["groups.list"] }))).toEqual({
      name: "one",
      capabilities: ["CAP_IAM_GROUPS_LIST"],
    });
    expect(toJson(repo.fields, recordOf(repo, { sync_config: { source: UID } }))).toEqual({
      sync_config: { source: UID },
    });
  });

  it("keeps map keys, numbers and unknown values", () => {
    const users = [{ username: "a", uid: 5n, gid: new Decimal("1.5") }];
    const overlay: ValueRecord = { environment: { snake_case: "x" }, accounts: { run_as: unknown, users } };
    expect(toJson(repo.fields, recordOf(repo, { custom_overlay: overlay }))).toEqual({
      customOverlay: {
        environment: { snake_case: "x" },
        accounts: { runAs: unknown, users: [{ username: "a", uid: 5, gid: 1.5 }] },
      },
    });
  });
});

describe("the state of a managed resource", () => {
  it("keeps null for empty values, and explicitly empty ones as they are", () => {
    const answered = answer({ bundles: [], aliases: [], catalogTier: "CATALOG_TIER_UNSPECIFIED", sync_config: {} });
    const state = stateOf(repo, answered, recordOf(repo, { name: "one", aliases: [] }));
    expect(state).toMatchObject({ id: UID, uid: UID, group_uid: GROUP, name: "one" });
    expect(state).toMatchObject({
      description: null,
      bundles: null,
      aliases: [],
      catalog_tier: null,
      sync_config: null,
    });
    expect(stateOf(repo, answered, recordOf(repo, { description: "" })).description).toBe("");
  });

  it("keeps the held spelling of equivalent values", () => {
    const staticKeys = {
      issuer: "https://a",
      subject: "b",
      issuerKeys: '{"keys":[{"crv":"P-256","kty":"EC"}]}',
      expirationTime: "2030-01-01T00:00:00.000Z",
      audiences: ["x", "y"],
    };
    const held = {
      issuer: "https://a",
      subject: "b",
      issuer_keys: '{ "keys": [{ "kty": "EC", "crv": "P-256" }] }',
      expiration_time: "2030-01-01T01:00:00+01:00",
      audiences: ["y", "x"],
    };
    expect(stateOf(identity, answer({ staticKeys }), recordOf(identity, { static_keys: held })).static_keys).toEqual(
      held,
    );
  });

  it("shows differing values from the response, with short capability names", () => {
    const answered = answer({ description: "changed", capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_FROM_THE_FUTURE"] });
    const state = stateOf(role, answered, recordOf(role, { description: "mine", capabilities: ["repo.list"] }));
    expect(state).toMatchObject({ description: "changed", capabilities: ["groups.list", "CAP_FROM_THE_FUTURE"] });
  });

  it("shows cleared values, and added or removed objects", () => {
    const claimMatch = { issuer: "https://a", subject: "b", claims: {} };
    const held = recordOf(identity, { description: "mine", aws_identity: { aws_account: "123456789012" } });
    const state = stateOf(identity, answer({ claimMatch }), held);
    expect(state).toMatchObject({ description: null, aws_identity: null, service_principal: null });
    expect(state.claim_match).toMatchObject({ issuer: "https://a", subject: "b", audience: null, claims: null });
  });

  it("takes identifying values from the response, and leaves other outputs to data sources", () => {
    const answered = answer({ sync_config: { source: UID } });
    const state = stateOf(repo, answered, recordOf(repo, { sync_config: { source: UID } }));
    expect(state).toMatchObject({ uid: UID, id: UID, sync_config: { source: UID } });
    for (const output of ["create_time", "update_time"]) expect(state).not.toHaveProperty(output);
    expect(dataSourceState(repo, answered)).toMatchObject({ create_time: "2030-01-01T00:00:00.000Z" });
  });

  it("keeps an object that is configured without members", () => {
    const held = recordOf(repo, { custom_overlay: { accounts: {} } });
    expect(stateOf(repo, answer({ customOverlay: {} }), held).custom_overlay).toEqual(held.custom_overlay);
  });

  it("keeps held elements in lists of objects individually", () => {
    const held = recordOf(repo, {
      custom_overlay: { accounts: { users: [{ username: "a" }, { username: "b", uid: 0 }] } },
    });
    const user = (username: string, shell = "") => ({ username, uid: 0, gid: 0, groupName: "", shell, homeDir: "" });
    const answered = answer({ customOverlay: { accounts: { runAs: "", users: [user("a", "/bin/sh"), user("b")] } } });
    expect(stateOf(repo, answered, held)).toMatchObject({
      custom_overlay: {
        accounts: { run_as: null, users: [{ username: "a", shell: "/bin/sh", uid: null }, { uid: 0 }] },
      },
    });
  });
});

test("keeps unknown values of enums and capabilities from a newer service", () => {
  const answer = { uid: `${"a".repeat(40)}/${"b".repeat(16)}`, name: "new", catalogTier: "CATALOG_TIER_OF_TOMORROW" };
  const held = recordOf(registry.repos, { name: "new" });
  expect(stateOf(registry.repos, answer, held)).toMatchObject({ catalog_tier: "CATALOG_TIER_OF_TOMORROW" });
  expect(dataSourceState(registry.repos, answer)).toMatchObject({ catalog_tier: "CATALOG_TIER_OF_TOMORROW" });
  const role = { ...answer, capabilities: ["CAP_OF_TOMORROW"] };
  expect(stateOf(registry.roles, role, recordOf(registry.roles, {}))).toMatchObject({
    capabilities: ["CAP_OF_TOMORROW"],
  });
});

describe("the values of a data source", () => {
  it("include everything in the response, also empty values", () => {
    const found = dataSourceState(
      identity,
      answer({
        email: "",
        lastSeenTime: "2030-01-01T00:00:00.000Z",
        claimMatch: { issuer: "https://a", subject: "b" },
      }),
    );
    expect(found).toMatchObject({ uid: UID, id: UID, group_uid: GROUP, description: "", email: "" });
    expect(found).toMatchObject({
      last_seen_time: "2030-01-01T00:00:00.000Z",
      static_keys: null,
      service_principal: null,
    });
    expect(found.claim_match).toMatchObject({ issuer: "https://a", audience: null, claims: {} });
  });

  it("have no parent for a built-in role, and short capability names", () => {
    expect(dataSourceState(role, { ...answer({ capabilities: ["CAP_REPO_LIST"] }), uid: GROUP })).toMatchObject({
      uid: GROUP,
      group_uid: null,
      capabilities: ["repo.list"],
    });
  });
});

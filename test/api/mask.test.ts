import { applyMask, changedFields, parseMask, readBody } from "../../src/api";
import { identity, repo, role } from "../model/definitions";

const paths = (definition: Parameters<typeof parseMask>[0], ...texts: string[]) => {
  const mask = parseMask(definition, texts);
  return "paths" in mask ? mask.paths.map((path) => path.join(".")) : mask.violations.map(({ problem }) => problem);
};

describe("reading masks", () => {
  it("takes names in either case, separated by commas or repeated", () => {
    expect(paths(identity, "name,claim_match.subject", "description")).toEqual([
      "name",
      "claimMatch.subject",
      "description",
    ]);
    expect(paths(repo, "syncConfig", "sync_config.source")).toEqual(["sync_config", "sync_config.source"]);
  });

  it("takes * for every input", () => {
    expect(paths(role, "*")).toEqual(["name", "description", "capabilities"]);
  });

  it("refuses what is no field, what is output only, and paths into values", () => {
    expect(paths(identity, "colour")).toEqual(["names colour, which is not a field"]);
    expect(paths(identity, "uid")).toEqual(["names uid, which is output only"]);
    expect(paths(identity, "claimMatch.claims.a")).toEqual([
      "names claimMatch.claims.a, which has no fields inside that a mask can name",
    ]);
  });
});

describe("applying masks", () => {
  const current = { name: "ci", description: "old", claimMatch: { issuer: "https://i.example", subject: "s" } };

  it("takes what the mask names from the body and leaves the rest", () => {
    expect(applyMask(identity, current, { name: "other", description: "new" }, [["description"]])).toEqual({
      ...current,
      description: "new",
    });
  });

  it("clears what the mask names and the body lacks", () => {
    expect(applyMask(identity, current, {}, [["description"]])).toEqual({ name: "ci", claimMatch: current.claimMatch });
  });

  it("changes one member of an object", () => {
    const next = applyMask(identity, current, { claimMatch: { subject: "t", issuer: "ignored" } }, [
      ["claimMatch", "subject"],
    ]);
    expect(next).toEqual({ ...current, claimMatch: { issuer: "https://i.example", subject: "t" } });
  });

  it("clears the other members of a oneof", () => {
    const next = applyMask(identity, current, { servicePrincipal: "SERVICE_PRINCIPAL_INGESTER" }, [
      ["servicePrincipal"],
    ]);
    expect(next).toEqual({ name: "ci", description: "old", servicePrincipal: "SERVICE_PRINCIPAL_INGESTER" });
    const literal = applyMask(identity, { claimMatch: { issuer: "i" } }, { claimMatch: { issuerPattern: ".*" } }, [
      ["claimMatch", "issuerPattern"],
    ]);
    expect(literal).toEqual({ claimMatch: { issuerPattern: ".*" } });
  });
});

describe("finding what differs", () => {
  it("names top-level inputs that differ by meaning", () => {
    const before = { name: "r", capabilities: ["CAP_REPO_LIST", "CAP_IAM_GROUPS_LIST"], description: "" };
    expect(changedFields(role, before, { name: "r", capabilities: ["groups.list", "repo.list"] })).toEqual([]);
    expect(changedFields(role, before, { name: "s", capabilities: ["groups.list"] })).toEqual(["name", "capabilities"]);
  });
});

describe("values inside objects that the service assigns", () => {
  it("say nothing of what was asked for", () => {
    const asked = { sync_config: { source: "library/node" } };
    const answered = {
      sync_config: { source: "library/node", uniqueTags: true, expirationTime: "2030-01-01T00:00:00.000Z" },
    };
    expect(changedFields(repo, asked, answered)).toEqual([]);
    expect(changedFields(repo, asked, { sync_config: { ...answered.sync_config, source: "other" } })).toEqual([
      "sync_config",
    ]);
  });
});

describe("reading bodies", () => {
  it("knows aliases and snake_case, drops null and remembers that it was named", () => {
    expect(readBody(repo, { syncConfig: { source: "x", apko_overlay: "y" }, description: null })).toEqual({
      value: { sync_config: { source: "x", apkoOverlay: "y" } },
      named: ["sync_config", "description"],
    });
  });

  it("takes no field twice, however it is spelt", () => {
    expect(readBody(repo, { sync_config: { source: "x", apkoOverlay: "y", apko_overlay: "z" } })).toEqual({
      violations: [{ path: ["sync_config", "apko_overlay"], problem: "is the same field as apkoOverlay" }],
    });
    expect(readBody(repo, { syncConfig: null, sync_config: {} })).toMatchObject({
      violations: [{ path: ["sync_config"] }],
    });
  });

  it("names members that no field has, wherever they stand", () => {
    expect(readBody(identity, { claimMatch: { isuer: "x" } })).toMatchObject({
      violations: [{ path: ["claimMatch", "isuer"] }],
    });
    expect(readBody(identity, JSON.parse('{"__proto__": {"name": "x"}}'))).toMatchObject({
      violations: [{ path: ["__proto__"] }],
    });
  });
});

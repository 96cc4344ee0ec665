import { applyMask, changedFields, parseMask, readBody } from "../../src/api";
import { identity, repo, role } from "../model/definitions";

const paths = (definition: Parameters<typeof parseMask>[0], ...texts: string[]) => {
  const mask = parseMask(definition, texts);
  return "paths" in mask ? mask.paths.map((path) => path.join(".")) : mask.violations.map(({ problem }) => problem);
};

describe("parsing masks", () => {
  it("accepts snake_case and camelCase names, comma-separated or repeated", () => {
    expect(paths(identity, "name,claim_match.subject", "description")).toEqual([
      "name",
      "claimMatch.subject",
      "description",
    ]);
    expect(paths(repo, "syncConfig", "sync_config.source")).toEqual(["sync_config", "sync_config.source"]);
  });

  it("expands * to every input", () => {
    expect(paths(role, "*")).toEqual(["name", "description", "capabilities"]);
  });

  it("rejects unknown fields, outputs, and paths into maps", () => {
    expect(paths(identity, "colour")).toEqual(['contains "colour", which is not a field']);
    expect(paths(identity, "uid")).toEqual(['contains "uid", which is output-only']);
    expect(paths(identity, "claimMatch.claims.a")).toEqual([
      'contains "claimMatch.claims.a", which has no subfields that a mask can reference',
    ]);
  });
});

describe("applying masks", () => {
  const current = { name: "ci", description: "old", claimMatch: { issuer: "https://i.example", subject: "s" } };

  it("takes masked fields from the body and keeps all others", () => {
    expect(applyMask(identity, current, { name: "other", description: "new" }, [["description"]])).toEqual({
      ...current,
      description: "new",
    });
  });

  it("clears masked fields that the body lacks", () => {
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

describe("comparing resources", () => {
  it("returns top-level inputs that differ in meaning", () => {
    const before = { name: "r", capabilities: ["CAP_REPO_LIST", "CAP_IAM_GROUPS_LIST"], description: "" };
    expect(changedFields(role, before, { name: "r", capabilities: ["groups.list", "repo.list"] })).toEqual([]);
    expect(changedFields(role, before, { name: "s", capabilities: ["groups.list"] })).toEqual(["name", "capabilities"]);
  });
});

describe("outputs inside objects", () => {
  it("are ignored in the comparison", () => {
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

describe("parsing bodies", () => {
  it("accepts aliases and snake_case, removes null values and records their names", () => {
    expect(readBody(repo, { syncConfig: { source: "x", apko_overlay: "y" }, description: null })).toEqual({
      value: { sync_config: { source: "x", apkoOverlay: "y" } },
      fieldsInBody: ["sync_config", "description"],
    });
  });

  it("rejects a field that is set under two names", () => {
    expect(readBody(repo, { sync_config: { source: "x", apkoOverlay: "y", apko_overlay: "z" } })).toEqual({
      violations: [{ path: ["sync_config", "apko_overlay"], problem: "is the same field as apkoOverlay" }],
    });
    expect(readBody(repo, { syncConfig: null, sync_config: {} })).toMatchObject({
      violations: [{ path: ["sync_config"] }],
    });
  });

  it("rejects unknown members at any depth", () => {
    expect(readBody(identity, { claimMatch: { isuer: "x" } })).toMatchObject({
      violations: [{ path: ["claimMatch", "isuer"] }],
    });
    expect(readBody(identity, JSON.parse('{"__proto__": {"name": "x"}}'))).toMatchObject({
      violations: [{ path: ["__proto__"] }],
    });
  });
});

import { invalidArgument, PlatformError } from "../../src/api";
import { registry } from "../../src/model";
import { diagnosticsFor } from "../../src/provider/diagnostics";

const { accountAssociations, identities, repos } = registry;

const shownOf = (...[error, definition]: [PlatformError, Parameters<typeof diagnosticsFor>[2]]) =>
  diagnosticsFor("Cannot do it", error, definition).map(({ path, detail }) => [path, detail]);

const problem = "is wrong";

test("places a field violation at its attribute, with any path and map key", () => {
  const claim = ["claimMatch", "claimPatterns", "https://example.com/claims.a[0]"];
  expect(shownOf(invalidArgument({ path: claim, problem }), identities)).toEqual([
    [["claim_match"], 'claim_match.claim_patterns["https://example.com/claims.a[0]"] is wrong.'],
  ]);
  const user = ["customOverlay", "accounts", "users", 1, "groupName"];
  expect(shownOf(invalidArgument({ path: user, problem }), repos)).toEqual([
    [["custom_overlay"], "custom_overlay.accounts.users[1].group_name is wrong."],
  ]);
  const installation = ["github", "appInstallations", "12", "installations", 0, "installationId"];
  expect(shownOf(invalidArgument({ path: installation, problem }), accountAssociations)).toEqual([
    [["github"], 'github.app_installations["12"].installations[0].installation_id is wrong.'],
  ]);
  expect(shownOf(invalidArgument({ path: ["groupUid"], problem }), repos)).toEqual([
    [["group_uid"], "group_uid is wrong."],
  ]);
  expect(shownOf(invalidArgument({ path: ["page_size"], problem }), repos)).toEqual([
    [undefined, "page_size is wrong."],
  ]);
});

test("reports a failed authentication without an attribute, although the response names a parameter", () => {
  const answer = invalidArgument({ path: ["aud"], problem: "must be https://api.example.com" });
  const refusal = new PlatformError("UNAUTHENTICATED", `Cannot exchange the token: ${answer.message}`, {
    details: answer.details,
  });
  const [[path, detail]] = shownOf(refusal, identities) as [[unknown, string]];
  expect(path).toBeUndefined();
  expect(detail).toMatch(
    /^Cannot exchange the token: Invalid argument: aud: aud must be https:\/\/api\.example\.com\./,
  );
  expect(detail).toContain("that base_url and auth_url belong to the same platform");
});

test("advises to grant a capability if the service names it, but not after a proxy's 403", () => {
  const forbidden = (details: PlatformError["details"]) =>
    shownOf(new PlatformError("PERMISSION_DENIED", "No", { details }), identities)[0]![1];
  const info = { reason: "PERMISSION_DENIED", domain: "iam.example.com" };
  expect(forbidden([{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", ...info }])).toMatch(
    /^No\.\n\nGrant the provider's identity a role with this capability/,
  );
  expect(forbidden([])).toBe("No.");
});

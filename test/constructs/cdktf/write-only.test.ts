import type { TerraformStack } from "cdktf";
import { Group, IdentityProvider, Role } from "../../../constructs/cdktf";
import { ORGANIZATION, resourcesOf } from "./synthesis";

const oidc = { issuer: "https://login.example.com", clientId: "platform" };
const secret = { clientSecret: "a secret", clientSecretVersion: "2" };

function staffOf(stack: TerraformStack, further: object): IdentityProvider {
  const group = Group.fromUid(stack, "organization", ORGANIZATION);
  return new IdentityProvider(stack, "staff", {
    group,
    name: "staff",
    defaultRole: Role.viewer,
    oidc: { ...oidc, ...further },
  });
}

it.each<[string, (stack: TerraformStack) => void]>([
  ["as a property", (stack) => staffOf(stack, secret)],
  ["with putOidc", (stack) => staffOf(stack, { clientSecret: "earlier" }).putOidc({ ...oidc, ...secret })],
  [
    "by a setter",
    (stack) => {
      staffOf(stack, { clientSecret: "a secret" }).oidc.clientSecretVersion = "2";
    },
  ],
])("sets the version of a write-only property %s", (_, build) => {
  const { staff } = resourcesOf(build).platform_identity_provider;
  expect(staff.oidc).toMatchObject({ client_secret: "a secret", client_secret_version: "2" });
});

it("rejects a version of a property that is not write-only", () => {
  expect(() => resourcesOf((stack) => staffOf(stack, { clientIdVersion: "2" }))).toThrow(
    '[access/staff] "clientIdVersion" is not a property of IdentityProvider.oidc',
  );
});

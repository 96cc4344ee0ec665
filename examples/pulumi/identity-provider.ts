import { Config } from "@pulumi/pulumi";
import { getGroupOutput, IdentityProvider, Role } from "platform-iac/pulumi";

export const people = new IdentityProvider("people", {
  groupUid: getGroupOutput({ name: "acme" }).uid,
  name: "people",
  defaultRole: Role.viewer,
  oidc: {
    issuer: "https://people.example.com",
    clientId: "platform",
    clientSecret: new Config().requireSecret("clientSecret"),
  },
});

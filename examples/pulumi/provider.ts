import { Group, getGroupOutput, Provider } from "platform-iac/pulumi";

// Its access token is STAGING_PLATFORM_TOKEN; in a pipeline, no token is needed.
const staging = new Provider("staging", {
  baseUrl: "https://api.staging.example.com",
  authUrl: "https://auth.staging.example.com",
  envPrefix: "STAGING_",
});

const organization = getGroupOutput({ name: "acme" }, { provider: staging });

export const payments = new Group("payments", { parentUid: organization.uid, name: "payments" }, { provider: staging });

/**
 * Runs index.js against a temporary platform, and explains each step. Leaves nothing behind, and changes
 * nothing outside of a temporary directory.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runExample } from "../support/example.mjs";
import { heading, requestLine, show, step } from "../support/output.mjs";
import { startPlatform } from "../support/platform.mjs";
import { findPulumi, pulumiProject } from "../support/pulumi.mjs";

await runExample("pulumi-quickstart", async (directory) => {
  const pulumi = findPulumi();

  heading("Start the platform", "An OIDC issuer, and the service with one organization.");
  const platform = await step("Start both in a temporary directory", () => startPlatform(directory));
  const { client, groupUid: organization } = platform;

  const { up, destroy } = await pulumiProject(directory, {
    pulumi,
    from: path.dirname(fileURLToPath(import.meta.url)),
    files: ["Pulumi.yaml", "package.json", "index.js"],
    configuration: { organization },
    environment: platform.environment,
  });

  heading("Deploy", "examples/pulumi-quickstart/index.js defines a group, two identities and their roles.");
  show(await step("pulumi up", () => up()));
  const [payments] = (await client.groups.page({ parentUid: organization, name: "payments" })).items;
  for await (const { identity, role, group } of client.roleBindings.list({ groupUid: payments.uid }))
    show(`${identity.name} (${identity.subject}) has the role ${role.name} in ${group.name}.`);

  heading("Deploy again", "Nothing changed, so there is nothing to do.");
  show(await step("pulumi up", () => up("--expect-no-changes")));

  heading("Correct drift", "Changes the description of the group payments through the API, then deploys again.");
  await client.groups.update(payments.uid, { description: "Changed by hand." });
  show(await step("pulumi up --refresh", () => up("--refresh")));
  show("One request corrected the description and updated no other field:");
  const [, ...corrections] = platform.requests("PATCH"); // the first one was the manual change
  show(...corrections.map(requestLine));

  heading("Clean up");
  show(await step("pulumi destroy", destroy));
  await client.close();
});

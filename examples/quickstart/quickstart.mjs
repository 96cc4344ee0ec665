/**
 * Deploys main.ts to a temporary platform, and explains each step. Leaves nothing behind, and changes
 * nothing outside of a temporary directory. Run it with `npm run quickstart`.
 */
import { cdktfProject, checkCdktf } from "../support/cdktf.mjs";
import { findEngine } from "../support/engine.mjs";
import { runExample } from "../support/example.mjs";
import { heading, paint, requestLine, show, step } from "../support/output.mjs";
import { startPlatform } from "../support/platform.mjs";

await runExample("quickstart", async (directory) => {
  const engine = findEngine();
  checkCdktf();

  heading("Start the platform", "An OIDC issuer, and the service with one organization.");
  const platform = await step("Start both in a temporary directory", () => startPlatform(directory));
  const { client, groupUid: organization } = platform;
  show(`The pipeline ${platform.pipeline} owns the organization.`);

  const { deploy, destroy } = cdktfProject(directory, {
    program: "dist/examples/quickstart/main.js",
    engine,
    environment: {
      ...platform.environment,
      ORGANIZATION_UID: organization,
      PIPELINE_ISSUER: platform.issuer,
      PIPELINE_SUBJECT: platform.pipeline,
    },
  });

  heading("Deploy", "examples/quickstart/main.ts defines a group, three identities and their roles.");
  show(await step("cdktf deploy", deploy));
  show("The pipeline's OIDC token was exchanged, by the provider and by the verification of the identity deploy:");
  show(...platform.requests("GET", "/sts/exchange").map(requestLine));

  heading("List the resources", "Through the platform's API:");
  for await (const group of client.groups.list({ descendantsOf: organization })) {
    show(`group    ${name(group)} ${group.description}`);
    for await (const identity of client.identities.list({ groupUid: group.uid }))
      show(`identity ${name(identity)} ${identity.claimMatch.subject}`);
    for await (const { identity, role } of client.roleBindings.list({ groupUid: group.uid }))
      show(`grant    ${name(identity)} has the role ${role.name} in ${group.name}. ${role.description}`);
  }

  heading("Deploy again", "Nothing changed, so there is nothing to do.");
  show(await step("cdktf deploy", deploy));

  heading("Correct drift", "Changes the description of the group payments through the API, then deploys again.");
  const [payments] = (await client.groups.page({ parentUid: organization, name: "payments" })).items;
  await client.groups.update(payments.uid, { description: "Changed by hand." });
  show(await step("cdktf deploy", deploy));
  show("One request corrected the description and updated no other field:");
  const [, ...corrections] = platform.requests("PATCH"); // the first one was the manual change
  show(...corrections.map(requestLine));

  heading("Import an existing group", "Creates the group archive through the API, then imports it.");
  const archive = await client.groups.create(organization, { name: "archive" });
  show(await step("cdktf deploy, with the uid to import", () => deploy({ EXISTING_GROUP_UID: archive.uid })));

  heading("Clean up");
  show(await step("cdktf destroy", () => destroy({ EXISTING_GROUP_UID: archive.uid })));
  await client.close();

  heading("Next steps", "All resources and files of this run have been removed.");
  show(
    "Read the program: examples/quickstart/main.ts",
    "Use your platform and pipeline: docs/guides/authenticating.md",
  );
});

function name(resource) {
  return paint("cyan", resource.name.padEnd(8));
}

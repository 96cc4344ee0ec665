/**
 * Deploys main.ts to a platform started for this purpose, and explains each step. Leaves nothing behind, and changes
 * nothing outside of a temporary directory. Run it with `npm run quickstart`.
 */
import { cdktfProject, checkCdktf } from "../support/cdktf.mjs";
import { findEngine } from "../support/engine.mjs";
import { runExample } from "../support/example.mjs";
import { startPlatform } from "../support/platform.mjs";
import { chapter, paint, requestLine, show, step } from "../support/story.mjs";

await runExample("quickstart", async (directory) => {
  const engine = findEngine();
  checkCdktf();

  chapter("A platform of your own", "An issuer of OIDC tokens, and the service with an organization in it.");
  const platform = await step("Start both in a temporary directory", () => startPlatform(directory));
  const { client, groupUid: organization } = platform;
  show(`The pipeline ${platform.pipeline} owns the organization.`);

  const { deploy, destroy } = cdktfProject(directory, {
    program: "dist/examples/quickstart/main.js",
    engine,
    environment: { ...platform.environment, ORGANIZATION_UID: organization },
  });

  chapter("Deploy", "The program examples/quickstart/main.ts describes a group, two identities and what they may do.");
  show(await step("cdktf deploy", deploy));
  show("It proved who it is with its pipeline's OIDC token, which it exchanged for one of the platform's:");
  show(...platform.requests("GET", "/sts/exchange").map(requestLine));

  chapter("What is there now", "Asked from the platform's API:");
  for await (const group of client.groups.list({ descendantsOf: organization })) {
    show(`group    ${name(group)} ${group.description}`);
    for await (const identity of client.identities.list({ groupUid: group.uid }))
      show(`identity ${name(identity)} ${identity.claimMatch.subject}`);
    for await (const { identity, role } of client.roleBindings.list({ groupUid: group.uid }))
      show(`grant    ${name(identity)} has the role ${role.name} in ${group.name}. ${role.description}`);
  }

  chapter("Deploy again", "The access is as the program says, so there is nothing to do.");
  show(await step("cdktf deploy", deploy));

  chapter("Somebody changes things by hand", "The description of the group payments, through the API.");
  const [payments] = (await client.groups.page({ parentUid: organization, name: "payments" })).items;
  await client.groups.update(payments.uid, { description: "Changed by hand." });
  show(await step("cdktf deploy", deploy));
  show("One request put it right, and named the one field that it changed:");
  const [, ...corrections] = platform.requests("PATCH"); // the first one was the manual change
  show(...corrections.map(requestLine));

  chapter("A group that exists comes under the program's care", "Somebody made the group archive by hand.");
  const archive = await client.groups.create(organization, { name: "archive" });
  show(await step("cdktf deploy, with its uid", () => deploy({ EXISTING_GROUP_UID: archive.uid })));

  chapter("Clean up");
  show(await step("cdktf destroy", () => destroy({ EXISTING_GROUP_UID: archive.uid })));
  await client.close();

  chapter("From here", "Nothing was left behind.");
  show("The program: examples/quickstart/main.ts", "Your own platform and pipeline: docs/guides/authenticating.md");
});

function name(resource) {
  return paint("cyan", resource.name.padEnd(8));
}

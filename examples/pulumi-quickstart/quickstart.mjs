/** Brings the program beside it up on a platform started for the occasion, and shows what that did. */
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findProgram, NotReady, runExample } from "../support/example.mjs";
import { repository, startPlatform } from "../support/platform.mjs";
import { run } from "../support/processes.mjs";
import { chapter, show, step } from "../support/story.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
// Pulumi's dynamic provider comes with its npm package; the engines that tests use come with `npm run engines`.
process.env.PATH = [
  process.env.PATH,
  path.join(repository, ".engines/bin"),
  path.join(repository, "node_modules/@pulumi/pulumi"),
].join(path.delimiter);

await runExample("pulumi-quickstart", async (directory) => {
  const pulumi = findProgram("pulumi");
  if (!pulumi || !findProgram("pulumi-language-nodejs"))
    throw new NotReady(
      "This example runs Pulumi: install it as https://www.pulumi.com/docs/install says, and run it again.",
    );

  chapter("A platform of its own");
  const platform = await step("start an OIDC issuer and the service, with an organization", () =>
    startPlatform(directory, { organization: "octo-org" }),
  );

  const project = copyProject(directory);
  const env = pulumiEnvironment(directory, platform.environment);
  const command = (...args) =>
    run(pulumi, [...args, "--non-interactive"], { cwd: project, env, log: path.join(directory, "pulumi.log") });
  const up = (...options) => command("up", "--yes", "--skip-preview", ...options);
  await command("stack", "init", "quickstart");
  await command("config", "set", "organization", platform.groupUid);

  chapter("pulumi up", "Pulumi asks for a token as a pipeline does, exchanges it, and makes what index.js declares.");
  await step("bring everything up", () => up());
  const { group } = JSON.parse(await command("stack", "output", "--json"));
  show(...(await describeAccess(platform.client, group)));

  chapter("pulumi up, once more");
  await step("bring everything up", () => up("--expect-no-changes"));
  show("Nothing was changed: everything is as it is written.");

  chapter("Someone changes the group behind Pulumi's back");
  await step("write another description through the API", () =>
    platform.client.groups.update(group, { description: "Whatever." }),
  );
  const answered = platform.requests().length;
  await step("refresh and bring everything up", () => up("--refresh"));
  for (const { method, updateMask } of platform.requests().slice(answered)) {
    if (method === "PATCH") show(`It was put right by one PATCH, of just this: ${updateMask}`);
  }
  show(`The description is again: ${(await platform.client.groups.get(group)).description}`);

  chapter("pulumi destroy");
  await step("take everything down", () => command("destroy", "--yes", "--skip-preview"));
  show("The organization is as empty as before.");
});

/** The program in a directory that knows nothing of this repository; links stand in for `npm install`. */
function copyProject(directory) {
  const project = path.join(directory, "access");
  mkdirSync(path.join(project, "node_modules"), { recursive: true });
  for (const file of ["Pulumi.yaml", "package.json", "index.js"])
    copyFileSync(path.join(here, file), path.join(project, file));
  symlinkSync(repository, path.join(project, "node_modules/platform-iac"));
  symlinkSync(path.join(repository, "node_modules/@pulumi"), path.join(project, "node_modules/@pulumi"));
  return project;
}

/** What Pulumi needs to keep to this directory, and what a pipeline's job would find. */
function pulumiEnvironment(directory, environment) {
  const state = path.join(directory, "state");
  mkdirSync(state);
  return {
    ...environment,
    PATH: process.env.PATH,
    HOME: directory,
    PULUMI_HOME: path.join(directory, "pulumi"),
    PULUMI_BACKEND_URL: pathToFileURL(state).href,
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
}

/** One sentence for each binding in the group. */
async function describeAccess(client, group) {
  const sentences = [];
  for await (const { identity, role, group: where } of client.roleBindings.list({ childrenOf: group }))
    sentences.push(`${identity.name} (${identity.subject}) is ${role.name} in ${where.name}`);
  return sentences;
}

/** Applies main.tf to a temporary platform. Leaves nothing behind. */
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { engineEnvironment, findEngine, summaryOf } from "../support/engine.mjs";
import { runExample } from "../support/example.mjs";
import { heading, requestLine, show, step } from "../support/output.mjs";
import { platformctl, startPlatform } from "../support/platform.mjs";
import { run } from "../support/processes.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));

await runExample("terraform-quickstart", async (directory) => {
  const engine = findEngine();

  heading("Start the platform", "An OIDC issuer, and the service with one organization.");
  const platform = await step("Start both in a temporary directory", () => startPlatform(directory));

  const cwd = path.join(directory, "configuration");
  mkdirSync(cwd);
  copyFileSync(path.join(here, "main.tf"), path.join(cwd, "main.tf"));
  const env = { ...engineEnvironment(directory), ...platform.environment, TF_VAR_organization: platform.groupUid };
  const log = path.join(directory, "engine.log");
  const command = (...args) => run(engine, [...args, "-no-color"], { cwd, env, log });
  const { name } = path.parse(engine);

  heading("Install the provider", "The npm package contains it; no registry is needed.");
  const install = [platformctl, "provider", "install"];
  await step("platformctl provider install", () => run(process.execPath, install, { cwd, env, log }));
  await step(`${name} init`, () => command("init"));

  heading("Apply", "examples/terraform-quickstart/main.tf defines a group, an identity and its role.");
  show(summaryOf(await step(`${name} apply`, () => command("apply", "-auto-approve"))));
  show("The token exchange and the creates:");
  show(...platform.requests("GET", "/sts/exchange").map(requestLine), ...platform.requests("POST").map(requestLine));

  heading("Plan again", "Nothing changed, so the plan is empty.");
  show(summaryOf(await step(`${name} plan`, () => command("plan"))));

  heading("Clean up");
  show(summaryOf(await step(`${name} destroy`, () => command("destroy", "-auto-approve"))));
  await platform.client.close();
});

/** The page of the provider: installation, configuration, and a list of everything it provides. */
import { clientDefinitions, type Field, type Fields, snakeCase } from "../../../src/model";
import { typeName } from "../../../src/provider/names";
import type { Provider } from "../../../src/provider/plugin";
import { emptyLiteral } from "../../../src/provider/schema";
import { code, hcl, page, prose } from "./markdown";
import { noNotes } from "./notes";
import { schemaSection } from "./schema-section";
import type { Entry, Section } from "./section";

export function providerPage({ schema }: Provider, sections: readonly Section[], example: string): string {
  const description = schema.description ?? "";
  return page(
    { title: "Provider: platform", subcategory: "", description },
    "# platform Provider",
    prose(description),
    INTRODUCTION,
    `## Example Usage\n\n${hcl(example)}`,
    AUTHENTICATION,
    schemaSection(schema, noNotes),
    BEHAVIOR,
    GUIDES,
    "## Resources and data sources",
    ...sections.map(offered),
  );
}

const INTRODUCTION = `The npm package ${code("platform-iac")} contains the provider for Node.js 20.19 or later, and ${code("npx platformctl provider install")} installs it
without a registry. Standalone executables for Linux, macOS and Windows on amd64 and arm64 need no Node.js, and the platform itself can serve them to
${code("terraform init")}. See [Installing the provider](guides/installing.md).`;

const AUTHENTICATION = `## Authentication

The provider acts as an identity of the platform. In a pipeline, it authenticates with the pipeline's OIDC token, so you store no secret: set
${code("identity")} to the uid of an identity that trusts the pipeline. On GitHub Actions (with ${code("permissions: id-token: write")}), HCP Terraform, CircleCI
and Buildkite, the provider requests the OIDC token itself. Elsewhere, set ${code("identity_token_file")} or ${code("identity_token")}. The provider exchanges the OIDC
token for an access token at the first request, and again before the access token expires.

On your machine, run ${code("platformctl login")}; no setting is then required. Alternatively, set an access token as ${code("token")}.

Configured values take precedence over the environment. See [Authenticating](guides/authenticating.md).`;

/** Returns the paths of fields with a default chosen by the service, and how to clear each. */
const kept = (members: Fields, under = ""): string[] =>
  Object.entries(members).flatMap(([name, field]) => [
    ...(field.hasServiceDefault ? [clearing(`${under}${snakeCase(name)}`, field)] : []),
    ...kept(field.members ?? {}, `${under}${snakeCase(name)}.`),
  ]);
const clearing = (path: string, field: Field): string => code(`${path} = ${emptyLiteral(field)}`);

const keptAttributes = clientDefinitions
  .map((definition) => ({ type: typeName(definition), paths: kept(definition.fields) }))
  .filter(({ paths }) => paths.length > 0)
  .map(({ type, paths }) => `${code(type)} (${paths.join(", ")})`)
  .join("; ");

const BEHAVIOR = `## Behavior

- An optional attribute that is not set has an empty value. The plan shows changes that were made outside of Terraform and reverts them.
- For a few optional attributes, the service chooses a value if none is set. Removing such an attribute from the configuration keeps its
  value and plans no change; to clear it, set it to its empty value: ${keptAttributes}.
- An update sends only the fields that differ; the others remain unchanged.
- An attribute marked "Forces replacement" cannot be updated in place: a new value creates a new resource.
- An attribute marked "Write-only" is sent but never stored in a plan or state. It requires Terraform 1.11 or OpenTofu 1.11.
- If a resource was deleted outside of Terraform, the plan creates it again. If the identity can no longer see a resource, the provider reports an
  error and keeps the resource in the state.
- To take over resources from the Chainguard provider, add a ${code("moved")} block for each, such as from
  ${code("chainguard_group.team")} to ${code("platform_group.team")}. See [Adopting existing resources](guides/adopting.md).`;

const GUIDES = `## Guides

- [Getting started](guides/getting-started.md): from nothing to the first apply, on your machine.
- [Concepts](guides/concepts.md): organizations, groups, identities, roles, role bindings; a glossary.
- [Installing the provider](guides/installing.md): with and without Node.js; HCP Terraform, Atlantis, Spacelift, Windows, air-gapped machines.
- [Authenticating](guides/authenticating.md): in a pipeline and on your machine; settings and their precedence.
- [Pipelines](guides/pipelines.md): complete pipelines that plan, apply and look for drift, for five CI systems.
- [Defining access in CDKTF](guides/cdktf.md): grants and their options, several stacks, validation at synthesis.
- [Defining access in Pulumi](guides/pulumi.md): resources, lookups, several platforms, tests, other languages.
- [Reviewing, testing and explaining access](guides/access.md): who gains what through a plan, policies, assertions.
- [Adopting existing resources](guides/adopting.md): imports, generated configuration, moves from another provider.
- [Exporting an organization as code](guides/exporting.md): existing resources as Terraform, CDKTF or Pulumi code.
- [The command line](guides/command-line.md): reading and changing resources, output formats, completion.
- [Single sign-on](guides/single-sign-on.md): logins with Okta, Microsoft Entra, Google Workspace and Keycloak.
- [Troubleshooting](guides/troubleshooting.md): causes and solutions of errors and warnings.
- [Testing access code](guides/testing.md): the service inside a test process.
- [The client](guides/client.md): calling the platform's API from a Node.js program.
- [Security model](guides/security.md): permissions, authentication, trusted systems, storage of secrets.
- [Operating the service](guides/operating.md): TLS, databases, backups, upgrades, keys, limits, metrics, audit, logins.
- [Databases](guides/databases.md): several nodes on PostgreSQL, YugabyteDB or CockroachDB; sizing.`;

/** Lists a section, by category if there are several. */
function offered({ title, folder, entries }: Section): string {
  const line = ({ name, fullName, description }: Entry) =>
    `- [${code(fullName)}](${folder}/${name}.md): ${prose(firstSentence(description))}`;
  const categories = [...new Set(entries.map(({ category }) => category))];
  const parts = categories.map((category) => {
    const lines = entries.filter((entry) => entry.category === category).map(line);
    return [...(category && categories.length > 1 ? [`**${category}**`, ""] : []), ...lines].join("\n");
  });
  return [`### ${title}`, ...parts].join("\n\n");
}

const firstSentence = (text: string): string => text.split(/(?<=\.) /, 1)[0]!;

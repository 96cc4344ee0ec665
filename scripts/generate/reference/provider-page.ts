/** The page of the provider: installation, configuration, and a list of everything it provides. */
import { clientDefinitions, type Field, type Fields, snakeCase } from "../../../src/model";
import { typeName } from "../../../src/provider/names";
import type { Provider } from "../../../src/provider/plugin";
import { emptyText } from "../../../src/provider/schema";
import { code, hcl, page, prose } from "./markdown";
import { noNotes } from "./notes";
import { schemaSection } from "./schema-section";
import type { Section } from "./section";

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
    BEHAVIOUR,
    GUIDES,
    "## Resources and data sources",
    ...sections.map(offered),
  );
}

const INTRODUCTION = `The provider is a program for Node.js 20.19 or newer, which must be on the PATH as ${code("node")}. It comes with the npm package ${code("platform-iac")}
and needs no registry: ${code("npx platformctl provider install")} places it where Terraform and OpenTofu look. It runs on Linux and macOS, on amd64 and arm64.`;

const AUTHENTICATION = `## Authentication

The provider acts as an identity of the platform. In a pipeline it authenticates with the pipeline's own OIDC token, so that no secret
needs to be stored: set ${code("identity")} to the uid of an identity that trusts the pipeline. On GitHub Actions (given
${code("permissions: id-token: write")}), HCP Terraform, CircleCI and Buildkite the provider obtains the token itself; elsewhere it reads it from ${code("identity_token_file")} or
${code("identity_token")}. It exchanges the token at the first request and again before the access token expires. After ${code("platformctl login")} no setting is
required; an access token can be set as ${code("token")}.

Configured values take precedence over the environment. See [Authenticating](guides/authenticating.md).`;

/** Returns the paths of fields with a default chosen by the service, and how to clear each. */
const kept = (members: Fields, under = ""): string[] =>
  Object.entries(members).flatMap(([name, field]) => [
    ...(field.hasServiceDefault ? [clearing(`${under}${snakeCase(name)}`, field)] : []),
    ...kept(field.members ?? {}, `${under}${snakeCase(name)}.`),
  ]);
const clearing = (path: string, field: Field): string => code(`${path} = ${emptyText(field)}`);

const keptAttributes = clientDefinitions
  .map((definition) => ({ type: typeName(definition), paths: kept(definition.fields) }))
  .filter(({ paths }) => paths.length > 0)
  .map(({ type, paths }) => `${code(type)} (${paths.join(", ")})`)
  .join("; ");

const BEHAVIOUR = `## Behavior

- An optional attribute that is not set means an empty value. A change made elsewhere shows up in the plan and is reverted.
- For a few optional attributes, the service chooses a value if none is set. Removing such an attribute from the configuration keeps its
  value and plans no change; to clear it, set it to its empty value: ${keptAttributes}.
- An update sends only the fields that differ; the others remain unchanged.
- An attribute marked "Forces replacement" cannot be updated in place: a new value creates a new resource.
- An attribute marked "Write-only" is sent but never stored in a plan or state. It requires Terraform 1.11 or OpenTofu 1.11.
- A resource that was deleted elsewhere is planned for creation. One that the identity can no longer see is an error and remains in the state.
- Resources managed by the published provider of a live deployment are adopted with a ${code("moved")} block each, such as from
  ${code("chainguard_group.team")} to ${code("platform_group.team")}.`;

const GUIDES = `## Guides

- [Authenticating](guides/authenticating.md): in a pipeline and by hand; settings and their order.
- [Writing access in CDKTF](guides/cdktf.md): grants and their options, several stacks, validation at synthesis.
- [Adopting existing resources](guides/adopting.md): imports, generated configurations, moves from another provider.
- [Troubleshooting](guides/troubleshooting.md): what messages mean, and what to do.
- [Testing access code](guides/testing.md): a real platform inside a test.
- [The client](guides/client.md): using the platform's API in a program.
- [Security model](guides/security.md): who can see and do what, what is trusted, where secrets are stored.
- [Operating the service](guides/operating.md): TLS, databases, backups, upgrades, keys, metrics, audit, users.
- [Databases](guides/databases.md): several nodes on PostgreSQL, YugabyteDB or CockroachDB; sizing.`;

const offered = ({ title, folder, entries }: Section): string =>
  [
    `### ${title}\n`,
    ...entries.map(
      ({ name, fullName, description }) =>
        `- [${code(fullName)}](${folder}/${name}.md): ${prose(firstSentence(description))}`,
    ),
  ].join("\n");

const firstSentence = (text: string): string => text.split(/(?<=\.) /, 1)[0]!;

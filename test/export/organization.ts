// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts that look like expressions
import { builtInRole } from "../../src/model";
import type { TestPlatform } from "../../src/testing";
import {
  awsRole,
  buildkite,
  circleCi,
  githubActions,
  gitlabCi,
  googleCloud,
  hcpTerraform,
  kubernetes,
  pulumiCloud,
  spacelift,
} from "../../src/workloads";

/** Texts that mean something in HCL or TypeScript. */
export const hostileTexts = [
  'He said "no" \\ and left.',
  "Not ${an.expression}, not %{ if }, not `this ${one}`, not $${that}.",
  "Grüße, 日本語, \u{1f469}\u{200d}\u{1f4bb} and \u{202e}reversed",
  "It's /* not */ // a # comment <<EOT",
];

const readme = `# Api

\`\`\`sh
echo "\${HOME}" %{x} \\
EOT
\`\`\`
`;

const keys = (x: string) => `{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "${x}", "kid": "\${one}"}]}`;

/** Fills an organization with about 64 resources of every type, with names and texts that are hard to write. */
export async function fillOrganization(platform: TestPlatform): Promise<void> {
  const client = platform.client();
  const { groupUid: root } = platform;
  const group = async (parent: string, name: string, description = "") =>
    (await client.groups.create(parent, { name, description })).uid;
  const identity = async (parent: string, name: string, claimMatch: object, rest: object = {}) =>
    (await client.identities.create(parent, { name, claimMatch, ...rest } as never)).uid;
  const issuer = "https://issuer.example.com";

  const payments = await group(root, "payments", "Resources of the payments team.");
  const dev = await group(payments, "dev");
  const keywords = await Promise.all(["for", "class", "default", "null", "stack"].map((name) => group(root, name)));
  // Empty, digits first, and equal once it is converted to an identifier.
  for (const name of ["...", "- -", "2fa", "pay.ments", "pay ments", "pay_ments"]) await group(root, name);
  const equal = [await group(root, "same"), await group(root, "same")];
  for (const [index, text] of hostileTexts.entries()) await group(dev, `text ${index}`, text);

  const deployer = await identity(payments, "deployer", githubActions.claims({ repository: "octo-org/payments" }));
  const reviewer = await identity(
    payments,
    "payments-review",
    githubActions.claims({ repository: "octo-org/payments", pullRequest: true, repositoryOwnerId: 1, repositoryId: 2 }),
    { description: 'Reviews "pull requests".' },
  );
  const gitlab = await identity(dev, "gitlab", gitlabCi.claims({ project: "acme/pay", tag: "v1" }));
  await identity(dev, "hcp", hcpTerraform.claims({ organization: "acme", workspace: "pay" }));
  await identity(dev, "buildkite", buildkite.claims({ organization: "acme", pipeline: "pay.x".replace(".", "-") }));
  const uuid = "0f0e0d0c-0b0a-4908-8706-050403020100";
  await identity(
    dev,
    "circle",
    circleCi.claims({ organizationId: uuid, projectId: uuid, repository: "github.com/octo-org/pay", tag: "v1.0" }),
  );
  const pod = await identity(
    dev,
    "pod",
    kubernetes.claims({ issuer: "https://cluster.example.com/id", namespace: "pay", serviceAccount: "api" }),
  );
  await identity(dev, "google", googleCloud.claims({ serviceAccountId: "112233445566778899001" }));
  await identity(dev, "spacelift", spacelift.claims({ host: "acme.app.spacelift.io", space: "root", stack: "pay" }));
  await identity(dev, "pulumi", pulumiCloud.claims({ organization: "acme", project: "pay", stack: "production" }));
  const account = `https://${uuid}.tokens.sts.global.api.aws`;
  await identity(dev, "role", awsRole.claims({ issuer: account, roleArn: "arn:aws:iam::123456789012:role/deploy" }));
  await identity(dev, "disabled", githubActions.claims({ repository: "octo-org/old" }), { disabled: true });
  await identity(root, "claims", {
    issuerPattern: "https://issuer\\.example\\.com/(a|b)",
    subjectPattern: "main|release",
    audience: "platform",
    claims: { environment: 'pro"duction', for: "${x}" },
    claimPatterns: { ref: "refs/heads/.*" },
  });
  for (const parent of equal) await identity(parent, "ci", { issuer, subject: "same" });
  for (let index = 0; index < 2; index++) await identity(payments, "twin", { issuer, subject: `twin ${index}` });
  await client.identities.create(root, {
    name: "keys",
    staticKeys: {
      issuer,
      subject: "operator",
      issuerKeys: keys("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"),
      expirationTime: new Date(Date.now() + 10 * 864e5).toISOString(),
      audiences: ["registry", "platform"],
    },
  });
  await client.identities.create(root, {
    name: "aws",
    awsIdentity: { awsAccount: "123456789012", arnPattern: "arn:aws:sts::.*", userId: "AROA1" },
  });
  await client.identities.create(root, { name: "principal", servicePrincipal: "SERVICE_PRINCIPAL_COSIGNED" });

  const auditor = (
    await client.roles.create(root, {
      name: "auditor",
      description: hostileTexts[0]!,
      capabilities: ["CAP_REPO_LIST", "groups.list"],
    })
  ).uid;
  const local = (await client.roles.create(payments, { name: "viewer", capabilities: ["groups.list"] })).uid;
  const [viewer, push] = [builtInRole("viewer").uid, builtInRole("registry.push").uid];
  const bind = (parent: string, identityUid: string, roleUid: string) =>
    client.roleBindings.create(parent, { identityUid, roleUid });
  await bind(payments, deployer, viewer);
  await bind(payments, deployer, local);
  await bind(payments, reviewer, auditor);
  await bind(dev, deployer, push);
  await bind(keywords[0]!, gitlab, viewer);
  await bind(root, pod, auditor);
  await bind(equal[0]!, deployer, viewer);

  await client.identityProviders.create(root, {
    name: "staff",
    defaultRole: viewer,
    oidc: {
      issuer: "https://login.example.com",
      clientId: "platform",
      clientSecret: "a secret that no file contains",
      pkceEnabled: true,
      additionalScopes: ["email"],
      groupsClaim: "groups",
      requiredClaims: { hd: "example.com" },
      roleMappings: [
        { claimValue: "staff", roleUid: auditor, groupUid: payments },
        { claimValue: "operators", roleUid: viewer },
      ],
      correlationRule: "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID",
    },
  });
  await client.accountAssociations.create(payments, {
    name: "clouds",
    amazon: { account: "123456789012" },
    azure: { tenantId: "tenant", clientIds: { "de ploy": "client" } },
    github: {
      appInstallations: {
        42: { installations: [{ installationId: "7" }, { installationId: "9007199254740993", name: "cat" }] },
      },
    },
    chainguard: { serviceBindings: { INGESTER: deployer, COSIGNED: pod } },
  });
  await client.groupInvites.create(dev, { roleUid: viewer, email: "someone@example.com", ttl: "2h", singleUse: true });
  await client.groupInvites.create(dev, { roleUid: viewer, ttl: "90m" });

  const api = await client.repos.create(payments, {
    name: "api",
    readme,
    bundles: ["b", "a"],
    aliases: ["x"],
    catalogTier: "CATALOG_TIER_BASE",
    activeTags: ["v1", "V1"],
    customOverlay: {
      contents: { packages: ["curl"], runtimeKeyring: [{ name: "key.pub", content: "line 1\nline 2" }] },
      environment: { MODE: "fast", "a.b": "${c}" },
      accounts: { runAs: "runner", users: [{ username: "runner", uid: 1000, gid: 0 }] },
    },
  });
  await client.repos.create(payments, { name: "copy", sync_config: { source: api.uid } });
  const elsewhere = `${"e".repeat(40)}/${"1".repeat(16)}`;
  await client.repos.create(dev, { name: "elsewhere", sync_config: { source: elsewhere } });
  await client.repos.create(dev, { name: "nested copy", sync_config: { source: api.uid }, readme: "one line" });
  const digest = `sha256:${"0".repeat(64)}`;
  for (const name of ["v1", "V1", "v1.0", "latest"]) await client.tags.create(api.uid, { name, digest });
  await client.tags.create(api.uid, { name: "old", digest, deprecated: true, bundles: ["base"] });
}

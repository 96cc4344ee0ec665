import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { create, createFileRegistry, type FileRegistry, fromBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { reflectionPackages } from "../../../src/service/protos";
import { packageFrom } from "./proto-text";
import { publishedPackages, publishedRegistry, registryOf } from "./published";
import { wireFacts } from "./wire-facts";
import { type GrpcWorld, startWorld } from "./world";

/** The parts of the published API that this service does not have: operations, and fields of unsupported features. */
const unoffered = [
  /\bIdentity\.(company|email_unverified) /,
  /\bRoleBindingList\.Binding\.email_unverified /,
  /IdentityMetadata/,
  /LookupGroup|RequestGroupAccess|CheckEligibility/,
  /scim/i,
  /CheckAccountAssociation|AccountProviderType|CheckStatus/,
];

/** Extensions: fields use numbers that no published field can have; additional methods and messages are listed. */
const isOurs = (fact: string) =>
  Number(/^field \S+ = (\d+) /.exec(fact)?.[1]) >= 1000 ||
  /\b(PreviewDeleteGroup|CheckAccess|ListAccess|AccessQuestion|AccessAnswer|AccessEntry)(Request|Response)?\b/.test(
    fact,
  ) ||
  /\b(TestCapabilities|RoleMapping|RevokeTokens|SessionsService|(List|Delete)?Sessions?|AuditEventsService|(List)?AuditEvents?|CAP_IAM_AUDIT_EVENTS_LIST)(Request|Response)?\b/.test(
    fact,
  );

const published = [...wireFacts(publishedRegistry(), publishedPackages)];

const isOffered = (fact: string) => !unoffered.some((each) => each.test(fact));

function expectPublished(registry: FileRegistry, prefix = ""): void {
  const ours = [...wireFacts(registry, publishedPackages, prefix)].filter((fact) => !isOurs(fact));
  expect(ours.sort()).toEqual(published.filter(isOffered).sort());
}

test("the record has every package, and lists no unsupported parts that do not exist", () => {
  expect(publishedPackages).toContain("platform.iam.v2");
  expect(published.length).toBeGreaterThan(1900);
  for (const each of unoffered) expect(published.filter((fact) => each.test(fact))).not.toEqual([]);
});

test("the .proto files match the published names, numbers, types and presence, those of v2 with its package", () => {
  const folder = path.resolve(__dirname, "../../../src/service/protos/gen");
  const written = (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith(".proto"))
    .map((name) => readFileSync(path.join(folder, name), "utf8"));
  const v2 = written.filter((text) => text.includes("v2beta1")).map((text) => text.replaceAll("v2beta1", "v2"));
  expectPublished(registryOf([...written, ...v2].map(packageFrom)));
});

describe("the service's reflection", () => {
  let world: GrpcWorld;
  beforeAll(async () => {
    world = await startWorld({ grpcPackagePrefixes: ["example."] });
  });
  afterAll(() => world.close());

  const ask = async (packageName: string, requests: readonly Readonly<Record<string, unknown>>[]) =>
    world.client.converse(`${packageName}.ServerReflection/ServerReflectionInfo`, requests);

  test.each(reflectionPackages.flatMap((each) => ["", "example."].map((prefix) => [each, prefix] as const)))(
    "over %s matches the published API, with the prefix %p",
    async (packageName, prefix) => {
      const [list] = await ask(packageName, [{ listServices: "" }]);
      const { service } = list!.listServicesResponse as { readonly service: readonly { readonly name: string }[] };
      const own = service.filter(({ name }) => name.startsWith(`${prefix}platform.`));
      const answers = await ask(
        packageName,
        own.map(({ name }) => ({ fileContainingSymbol: name })),
      );
      const files = new Map<string, FileDescriptorProto>();
      for (const { fileDescriptorResponse } of answers) {
        const { fileDescriptorProto } = fileDescriptorResponse as { readonly fileDescriptorProto: readonly string[] };
        for (const text of fileDescriptorProto) {
          const file = fromBinary(FileDescriptorProtoSchema, Buffer.from(text, "base64"));
          files.set(file.name, file);
        }
      }
      expectPublished(inOrder(files), prefix);
    },
  );
});

/** Files by name, ordered so that imports come first. */
function inOrder(files: ReadonlyMap<string, FileDescriptorProto>): FileRegistry {
  const ordered = new Set<FileDescriptorProto>();
  const add = (name: string) => {
    const file = files.get(name);
    if (!file || ordered.has(file)) return;
    file.dependency.forEach(add);
    ordered.add(file);
  };
  for (const name of files.keys()) add(name);
  return createFileRegistry(create(FileDescriptorSetSchema, { file: [...ordered] }));
}

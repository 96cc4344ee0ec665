import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Client, credentials, loadPackageDefinition, Metadata } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { publishedFiles as files, protoText } from "../../../src/service/protos";
import { type GrpcWorld, startWorld } from "./world";

const folder = path.resolve(__dirname, "../../../src/service/protos/gen");
const written = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith(".proto")).sort();

test("the .proto files match the model: npm run generate", () => {
  const made = Object.fromEntries(files.map((file) => [file.path, protoText(file, files)]));
  expect(written).toEqual(Object.keys(made).sort());
  for (const name of written) expect(readFileSync(path.join(folder, name), "utf8")).toBe(made[name]);
});

describe("a client generated from only the .proto files", () => {
  let world: GrpcWorld;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  test("creates, reads and lists", async () => {
    const loaded = loadSync(written, { includeDirs: [folder], keepCase: true, enums: String, longs: String });
    // biome-ignore lint/suspicious/noExplicitAny: the library gives no types for what it reads from files.
    const { platform } = loadPackageDefinition(loaded) as any;
    const client = new platform.iam.v2beta1.IdentitiesService(
      new URL(world.service.baseUrl).host,
      credentials.createInsecure(),
    ) as Client & Record<string, Method>;
    const metadata = new Metadata();
    metadata.set("authorization", `Bearer ${world.token}`);
    const call = (method: string, request: object) =>
      new Promise<Answer>((resolve, reject) =>
        client[method]!(request, metadata, (error: Error | null, answer: Answer) =>
          error ? reject(error) : resolve(answer),
        ),
      );

    const created = await call("CreateIdentity", {
      parent: world.groupUid,
      identity: { name: "pipeline", claim_match: { issuer: "https://issuer.example.com", subject_pattern: "repo:.*" } },
    });
    expect(created).toMatchObject({
      name: "pipeline",
      claim_match: { issuer: "https://issuer.example.com", subject_pattern: "repo:.*" },
    });
    expect(await call("GetIdentity", { uid: created.uid })).toEqual(created);
    const listed = await call("ListIdentities", {
      uidp: { children_of: world.groupUid },
      relationship_type: "RELATIONSHIP_TYPE_CLAIM_MATCH",
      page_size: 1,
    });
    expect(listed).toMatchObject({ identities: [created], total_count: "1" });
    client.close();
  });
});

type Answer = Readonly<Record<string, unknown>>;
type Method = (request: object, metadata: Metadata, done: (error: Error | null, answer: Answer) => void) => void;

import { fromJson, toBinary } from "@bufbuild/protobuf";
import type { ServiceError } from "@grpc/grpc-js";
import fc, { type Arbitrary } from "fast-check";
import { resourcePath } from "../../../src/api";
import { type Plural, registry } from "../../../src/model";
import type { LogEntry } from "../../../src/service";
import { methodName, serviceName } from "../../../src/service/protos";
import { changesTo, merged, runs } from "../../conformance/values";
import { platformErrorFrom, registryFor } from "../grpc/client";
import { type GrpcWorld, startWorld } from "../grpc/world";

/** Arbitrary bytes and messages, and resources written over REST and read over gRPC. */

let world: GrpcWorld;
const failures: LogEntry[] = [];
beforeAll(async () => {
  world = await startWorld({ log: (entry) => entry.event === "request failed" && failures.push(entry) });
});
afterAll(() => world.close());

const protos = registryFor();
const methods = [...protos]
  .flatMap((each) => (each.kind === "service" ? each.methods : []))
  .filter(({ methodKind }) => methodKind === "unary");

const claimMatch = { issuer: "https://issuer.example.com", subject: "fuzz" };

/** A valid request of any method, from which invalid ones are derived. */
function genuine(): Uint8Array {
  const { input } = protos.getService(serviceName(registry.identities))!.method.createIdentity!;
  return toBinary(input, fromJson(input, { parent: world.groupUid, identity: { name: "fuzz", claimMatch } }));
}

type Change = (from: Uint8Array) => Uint8Array;
const messages: Arbitrary<Change> = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map(
    (bytes): Change =>
      () =>
        bytes,
  ),
  fc.nat({ max: 200 }).map(
    (length): Change =>
      (from) =>
        from.subarray(0, length),
  ),
  fc.tuple(fc.nat(), fc.nat({ max: 255 })).map(
    ([at, byte]): Change =>
      (from) =>
        from.with(at % from.length, byte),
  ),
  fc.constant((from: Uint8Array) => from),
);

test("any bytes to any method", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), messages, async ({ parent, name }, message) => {
      const sent = world.client.send(`/${parent.typeName}/${name}`, message(genuine()), { token: world.token });
      const refused = await sent.then(
        () => undefined,
        (error: ServiceError) => platformErrorFrom(error),
      );
      expect(failures).toEqual([]);
      if (refused) expect(["INTERNAL", "UNKNOWN", "UNAVAILABLE"]).not.toContain(refused.code);
    }),
    runs(200),
  );
});

const samples: readonly [plural: Plural, sample: Readonly<Record<string, unknown>>][] = [
  ["identities", { name: "fuzz", claimMatch }],
  ["repos", { name: "fuzz" }],
  ["accountAssociations", { name: "fuzz", amazon: { account: "123456789012" } }],
];

test.each(samples)("%s written over REST is readable over gRPC", async (plural, sample) => {
  const definition = registry[plural];
  await fc.assert(
    fc.asyncProperty(changesTo(definition, false), async (changes) => {
      const body = merged(definition, sample, changes);
      const { uid } = await world.rest("POST", resourcePath(definition, world.groupUid), body);
      if (typeof uid !== "string") return;
      const method = (operation: "get" | "list") => `${serviceName(definition)}/${methodName(operation, definition)}`;
      const options = { token: world.token };
      expect(await world.client.call(method("get"), { uid }, options)).toMatchObject({ uid });
      await world.client.call(method("list"), { uidp: { childrenOf: world.groupUid } }, options);
      await world.rest("DELETE", resourcePath(definition, uid));
    }),
    runs(40),
  );
  expect(failures).toEqual([]);
});

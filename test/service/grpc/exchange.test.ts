import { startIssuer } from "../../../src/issuer";
import { errorOf } from "../../conformance/world";
import { type GrpcWorld, startWorld } from "./world";

describe("token exchange over gRPC", () => {
  let world: GrpcWorld;
  let issuer: Awaited<ReturnType<typeof startIssuer>>;
  beforeAll(async () => {
    issuer = await startIssuer();
    world = await startWorld({ dev: true });
  });
  afterAll(async () => {
    await world.close();
    await issuer.close();
  });

  test("gives a token that the API takes, as auth_url does", async () => {
    const { uid: identity } = await world.iam("IdentitiesService/CreateIdentity", {
      parent: world.groupUid,
      identity: { name: "pipeline", claimMatch: { issuer: issuer.issuer, subject: "pipeline" } },
    });
    const outside = await issuer.sign({ sub: "pipeline", aud: world.service.authUrl });
    const exchange = (request: Readonly<Record<string, unknown>>, token?: string) =>
      world.client.call("platform.oidc.SecurityTokenService/Exchange", request, { token });

    const exchanged = await exchange({ aud: [world.service.baseUrl], identity }, outside);
    expect(exchanged).toEqual({ token: expect.any(String), expiry: expect.any(String), refreshToken: "" });
    const token = exchanged.token as string;
    expect(await world.iam("GroupsService/ListGroups", {}, { token })).toMatchObject({ groups: [], totalCount: "0" });

    expect(await errorOf(exchange({ aud: [world.service.baseUrl] }))).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(await errorOf(exchange({ aud: ["elsewhere"] }, outside))).toMatchObject({ code: "INVALID_ARGUMENT" });
  });
});

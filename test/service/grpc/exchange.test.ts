import { startIssuer } from "../../../src/issuer";
import { builtInRole } from "../../../src/model";
import { errorOf } from "../../conformance/world";
import { Browser, commandLine } from "../auth/login/browser";
import { type GrpcWorld, startWorld } from "./world";

const VIEWER = builtInRole("viewer").uid;

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

  test("returns a token that the API accepts, as auth_url does", async () => {
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

  test("returns tokens of people, and new ones for refresh tokens, once", async () => {
    const { uid: identityProvider } = await world.iam("IdentityProvidersService/CreateIdentityProvider", {
      parent: world.groupUid,
      identityProvider: {
        name: "company login",
        defaultRole: VIEWER,
        oidc: { issuer: issuer.issuer, clientId: "platform", pkceEnabled: true },
      },
    });
    const sts = (method: string, request: Readonly<Record<string, unknown>>, token: string) =>
      world.client.call(`platform.oidc.SecurityTokenService/${method}`, request, { token });
    const aud = [world.service.baseUrl];
    const idToken = await issuer.sign({ sub: "jane", aud: "platform" });
    const person = await sts("Exchange", { aud, identityProvider }, idToken);
    expect(await world.iam("GroupsService/ListGroups", {}, { token: person.token as string })).toMatchObject({
      totalCount: "1",
    });

    const [browser, command] = [new Browser(), commandLine(world.service)];
    const asked = await browser.open(command.url({ identity_provider: String(identityProvider) }));
    const { url } = await browser.logIn(asked, "jane");
    const { body } = await command.redeem(url.searchParams.get("code")!);
    expect(await errorOf(sts("ExchangeRefreshToken", { aud: ["elsewhere"] }, body.refreshToken))).toMatchObject({
      code: "INVALID_ARGUMENT",
    });
    const pair = await sts("ExchangeRefreshToken", {}, body.refreshToken);
    expect(pair).toEqual({
      token: { token: expect.any(String), expiry: expect.any(String), refreshToken: "" },
      refreshToken: { token: expect.any(String), expiry: expect.any(String), refreshToken: "" },
    });
    expect(await errorOf(sts("ExchangeRefreshToken", {}, body.refreshToken))).toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });
});

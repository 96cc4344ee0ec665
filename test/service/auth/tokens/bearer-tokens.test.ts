import { decodeJwt } from "jose";
import { baseUrl, claimMatch, clock, exchange, refusalOf, serviceWith, token, uidOf } from "./fixtures";
import { inMemoryKeys } from "./in-memory";

describe("a bearer token of the API", () => {
  test("created by an operator is accepted by its store's service at any URL, and by no other", async () => {
    const keys = inMemoryKeys();
    const { service } = serviceWith([claimMatch()], { keys });
    const { service: moved } = serviceWith([claimMatch()], {
      keys,
      authUrl: () => "http://else",
      baseUrl: () => "http://else",
    });
    const { service: other } = serviceWith([claimMatch()]);
    const minted = await service.mint({ identityUid: uidOf(1) });
    await expect(moved.verify(minted)).resolves.toMatchObject({ identityUid: uidOf(1) });
    expect((await refusalOf(other.verify(minted))).message).toBe(
      "Unauthenticated: the token was not signed by this service",
    );
  });

  test("is not created for an identity that does not exist", async () => {
    const { service } = serviceWith([claimMatch()]);
    expect(await refusalOf(service.mint({ identityUid: uidOf(9) }))).toMatchObject({
      code: "NOT_FOUND",
      message: `Not found: Identity ${uidOf(9)}`,
    });
  });

  test("is rejected if it was exchanged at or for another URL", async () => {
    const keys = inMemoryKeys();
    const { service } = serviceWith([claimMatch()], { keys });
    const { token: exchanged } = await exchange(service, await token());
    const { service: moved } = serviceWith([claimMatch()], { keys, authUrl: () => "https://else" });
    const { service: renamed } = serviceWith([claimMatch()], { keys, baseUrl: () => "https://else" });
    expect((await refusalOf(moved.verify(exchanged))).message).toBe(
      "Unauthenticated: the token's issuer is not https://else",
    );
    expect((await refusalOf(renamed.verify(exchanged))).message).toBe(
      "Unauthenticated: the token does not have the audience https://else",
    );
  });

  test("is rejected after an hour, cached or not", async () => {
    const { service } = serviceWith([claimMatch()]);
    const [remembered, fresh] = [
      await service.mint({ identityUid: uidOf(1) }),
      await service.mint({ identityUid: uidOf(1) }),
    ];
    await service.verify(remembered);
    clock.now += 3_600_000;
    for (const text of [remembered, fresh])
      expect(await refusalOf(service.verify(text))).toMatchObject({
        code: "UNAUTHENTICATED",
        message: "Unauthenticated: the token has expired",
      });
  });

  test("is rejected once its identity is deleted", async () => {
    const { service, directory } = serviceWith([claimMatch()]);
    const minted = await service.mint({ identityUid: uidOf(1) });
    await service.verify(minted);
    directory.remove(uidOf(1));
    expect((await refusalOf(service.verify(minted))).message).toBe(
      "Unauthenticated: the token's identity no longer exists",
    );
  });

  test("is rejected if it was altered, or is a workload's own", async () => {
    const { service } = serviceWith([claimMatch()]);
    const minted = await service.mint({ identityUid: uidOf(1) });
    const [header, , signature] = minted.split(".");
    const claims = Buffer.from(JSON.stringify({ ...decodeJwt(minted), sub: uidOf(2) })).toString("base64url");
    for (const text of [`${header}.${claims}.${signature}`, await token({ aud: baseUrl }), "nonsense"])
      expect((await refusalOf(service.verify(text))).code).toBe("UNAUTHENTICATED");
  });
});

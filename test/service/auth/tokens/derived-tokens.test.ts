import { authPaths, collectionPath } from "../../../../src/api";
import { builtInRole, registry } from "../../../../src/model";
import { baseUrl, onRunningNodes } from "../../running-nodes";
import { post } from "../login/browser";

/** A token exchanged for another identity's token ends with all identities in its chain, at every node. */
const viewer = builtInRole("viewer").uid;
let serial = 0;

onRunningNodes((get) => {
  const operations = () => get().nodes[0].platform.operations;
  const caller = () => ({ identityUid: get().organization.identityUid });
  const update = (uid: string, body: object, mask: string[]) =>
    operations().update(registry.identities, caller(), uid, { ...body }, mask);

  /** Creates an identity with read access that tokens of the issuer for the subject may assume. */
  async function identity(issuer: string, subject: string, organization = get().organization): Promise<string> {
    const as = { identityUid: organization.identityUid };
    const body = { name: "derived", claimMatch: { issuer, subject } };
    const uid = String((await operations().create(registry.identities, as, organization.groupUid, body)).uid);
    const grant = { identityUid: uid, roleUid: viewer };
    await operations().create(registry.roleBindings, as, organization.groupUid, { ...grant });
    return uid;
  }

  /** A workload's identity with a token, and a chain of identities each assumed with the previous one's token. */
  async function chain(length: number) {
    const { issuer, exchanged, exchangedOverGrpc, nodes } = get();
    serial += 1;
    const identityToken = () => issuer.sign({ sub: `workload-${serial}`, aud: baseUrl });
    const uids = [await identity(issuer.issuer, `workload-${serial}`)];
    const tokens = [await exchanged({ identity: uids[0]! }, await identityToken())];
    while (uids.length < length) {
      const isLast = uids.length === length - 1;
      const organization = isLast ? await nodes[0].platform.createOrganization({ name: `other ${serial}` }) : undefined;
      const uid = await identity(baseUrl, uids.at(-1)!, organization);
      tokens.push(await (isLast ? exchangedOverGrpc : exchanged)({ identity: uid }, tokens.at(-1)!));
      uids.push(uid);
    }
    return { uids, tokens, identityToken };
  }

  const revoke = async (uid: string) => {
    const authorization = `Bearer ${await get().nodes[0].platform.tokens.mint({ identityUid: caller().identityUid })}`;
    const url = get().urlOf(1, `/iam/v2beta1/identities/${uid}:revokeTokens`);
    expect((await fetch(url, { method: "POST", headers: { authorization } })).status).toBe(200);
  };
  const claimMatch = () => ({ issuer: get().issuer.issuer, subject: "someone-else" });
  const changes: [string, (uid: string) => Promise<unknown>][] = [
    ["revoking its tokens", revoke],
    ["disabling it", (uid) => update(uid, { disabled: true }, ["disabled"])],
    ["deleting it", (uid) => operations().delete(registry.identities, caller(), uid)],
    ["changing how it is assumed", (uid) => update(uid, { claimMatch: claimMatch() }, ["claimMatch"])],
  ];
  const descended = (uid: string) => [
    expect.stringContaining(`the token was revoked: it was derived from a token of identity ${uid}, which was deleted`),
  ];

  test.each(changes)("%s ends the tokens derived from an identity's", async (_, change) => {
    const { answers, exchanged } = get();
    const { uids, tokens } = await chain(3);
    const restricted = await exchanged({ cap: "groups.list" }, tokens[2]!);
    for (const token of [...tokens, restricted]) expect(await answers(token)).toEqual([true]);
    await change(uids[0]!);
    for (const token of [tokens[1]!, tokens[2]!, restricted]) expect(await answers(token)).toEqual(descended(uids[0]!));
    const again = { aud: baseUrl, cap: "groups.list" };
    expect((await post(get().urlOf(1, authPaths.exchange), again, tokens[2]!)).status).toBe(401);
  });

  test.each(changes)("%s keeps the tokens from which an identity's are derived", async (_, change) => {
    const { answers } = get();
    const { uids, tokens } = await chain(3);
    for (const token of tokens) expect(await answers(token)).toEqual([true]);
    await change(uids[1]!);
    expect(await answers(tokens[0]!)).toEqual([true]);
    expect(await answers(tokens[2]!)).toEqual(descended(uids[1]!));
  });

  test("accepts tokens exchanged after a revocation", async () => {
    const { answers, exchanged } = get();
    const { uids, tokens, identityToken } = await chain(2);
    await revoke(uids[0]!);
    expect(await answers(tokens[1]!)).toEqual(descended(uids[0]!));
    const fresh = await exchanged({ identity: uids[0]! }, await identityToken());
    expect(await answers(await exchanged({ identity: uids[1]! }, fresh))).toEqual([true]);
  });

  test("rejects an invite once an identity in its creator's chain ends", async () => {
    const { answers, issuer, organization, urlOf } = get();
    const { uids, tokens } = await chain(3);
    const grant = { identityUid: uids[1]!, roleUid: builtInRole("owner").uid };
    await operations().create(registry.roleBindings, caller(), organization.groupUid, { ...grant });
    expect(await answers(tokens[1]!)).toEqual([true]);
    const response = await fetch(urlOf(0, `${collectionPath(registry.groupInvites)}/${organization.groupUid}`), {
      method: "POST",
      headers: { authorization: `Bearer ${tokens[1]}`, "content-type": "application/json" },
      body: JSON.stringify({ roleUid: viewer, ttl: "3600s" }),
    });
    const { code } = (await response.json()) as { code: string };
    const register = async () =>
      post(urlOf(1, authPaths.register), { code }, await issuer.sign({ sub: "invitee", aud: baseUrl }));
    expect(await register()).toMatchObject({ status: 200 });
    await revoke(uids[0]!);
    expect(await register()).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("the creator's tokens were revoked") },
    });
  });

  test("derives a token from at most eight other identities", async () => {
    const { answers, urlOf } = get();
    const { uids, tokens } = await chain(9);
    expect(await answers(tokens[8]!)).toEqual([true]);
    const tenth = await identity(baseUrl, uids[8]!);
    expect(await post(urlOf(0, authPaths.exchange), { aud: baseUrl, identity: tenth }, tokens[8]!)).toMatchObject({
      status: 403,
      body: {
        message: expect.stringContaining(
          "the chain of exchanges would contain 9 other identities, more than the maximum of 8",
        ),
      },
    });
  });

  test("does not grow a token by exchanges between two identities that trust each other", async () => {
    const { answers, exchanged, nodes } = get();
    const one = await identity(baseUrl, caller().identityUid);
    const other = await identity(baseUrl, one);
    await update(one, { claimMatch: { issuer: baseUrl, subject: other } }, ["claimMatch"]);
    let { token } = await nodes[0].platform.tokens.issue({ identityUid: other, audiences: [baseUrl] });
    for (let round = 0; round < 6; round += 1)
      token = await exchanged({ identity: other }, await exchanged({ identity: one }, token));
    expect(await answers(token)).toEqual([true]);
    expect(JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()).act).toEqual({ sub: one, gen: 1 });
    await revoke(one);
    expect(await answers(token)).toEqual(descended(one));
  });
});

import { builtInRole } from "../../src/model";
import { startPlatform } from "../../src/testing";
import { configuredProvider, refusalOf, Source, Subject } from "./in-process";

test("accepts a ttl in any unit, and drops an invite once it has expired, before and after the service removes it", async () => {
  const platform = await startPlatform();
  try {
    const provider = await configuredProvider(platform.baseUrl, platform.token);
    const invites = new Subject(provider, "GroupInvite");
    const given = { group_uid: platform.groupUid, role_uid: builtInRole("viewer").uid, ttl: "7d" };
    const state = await invites.apply(given);
    expect(state.ttl).toBe("7d");
    const { createTime } = await platform.client().groupInvites.get(String(state.uid));
    const lifetime = Date.parse(String(state.expiration_time)) - Date.parse(createTime);
    expect(lifetime).toBe(7 * 24 * 60 * 60 * 1000);
    expect((await invites.read(state))?.state).toEqual(state);
    // As after an import, or in a state written before ttl was stored.
    expect((await invites.read({ ...state, ttl: null }))?.state).toEqual({ ...state, ttl: "604800s" });

    const expired = { ...state, expiration_time: new Date(Date.now() - 1000).toISOString() };
    const uid = String(state.uid);
    await platform.client().groupInvites.delete(uid);
    expect(await invites.read(expired)).toMatchObject({
      state: null,
      diagnostics: [{ severity: "warning", summary: `The group invite ${uid} has expired` }],
    });
  } finally {
    await platform.close();
  }
});

test("drops an expired invite that the service still returns", async () => {
  // The service's clock is 50 minutes behind, so that its invites have already expired.
  const platform = await startPlatform({ clock: () => Date.now() - 50 * 60_000 });
  try {
    const token = await platform.tokenFor(platform.identityUid);
    const invites = new Subject(await configuredProvider(platform.baseUrl, token), "GroupInvite");
    const given = { group_uid: platform.groupUid, role_uid: builtInRole("viewer").uid, ttl: "5m" };
    const state = await invites.apply(given);
    await expect(platform.client(token).groupInvites.get(String(state.uid))).resolves.toMatchObject({ uid: state.uid });
    expect(await invites.read(state)).toMatchObject({ state: null });
  } finally {
    await platform.close();
  }
});

test("suggests a built-in role for a misspelled name", async () => {
  const platform = await startPlatform();
  try {
    const provider = await configuredProvider(platform.baseUrl, platform.token);
    const [problem] = await refusalOf(() => new Source(provider, "platform_role").read({ name: "veiwer" }));
    expect(problem?.detail).toContain('did you mean "viewer"?');
  } finally {
    await platform.close();
  }
});

import { registry } from "../../src/model";
import { drivers } from "./drivers";
import { errorOf, expectViolations, samples, typesWith, uidOf, uidsOf, World } from "./world";

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(drivers)("creates with an idempotency key over $name", (driver) => {
  let world: World;
  let group: string;
  beforeAll(async () => {
    world = await World.start(driver);
    group = await world.group("once");
  });
  afterAll(() => world.close());

  test.each(typesWith("create"))("creates $plural once", async ({ plural, definition }) => {
    const { parent = group, body } = await samples[plural](world, group);
    const before = (await world.owner.list(definition)).totalCount;
    const first = await world.owner.create(definition, parent, body, `key of ${plural}`);
    expect(await world.owner.create(definition, parent, body, `key of ${plural}`)).toEqual(first);
    expect((await world.owner.list(definition)).totalCount).toBe(before + 1);
  });

  test("executes concurrent requests once, with equal responses", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.owner.create(registry.groups, group, { name: "race" }, "race")),
    );
    expect(new Set(answers.map(uidOf)).size).toBe(1);
    const { items } = await world.owner.list(registry.groups, { name: "race" });
    expect(uidsOf(items)).toEqual([uidOf(answers[0]!)]);
  });

  test("repeats the first response after the resource has changed", async () => {
    const first = await world.owner.create(registry.groups, group, { name: "first" }, "first");
    await world.owner.update(registry.groups, uidOf(first), { name: "second" });
    expect(await world.owner.create(registry.groups, group, { name: "first" }, "first")).toEqual(first);
  });

  test("treats bodies with another order of members as equal", async () => {
    const first = await world.owner.create(registry.groups, group, { name: "order", description: "d" }, "order");
    const again = world.owner.create(registry.groups, group, { description: "d", name: "order" }, "order");
    expect(await again).toEqual(first);
  });

  test("rejects the key with another body, parent or type", async () => {
    await world.owner.create(registry.groups, group, { name: "mine" }, "mine");
    const calls = [
      world.owner.create(registry.groups, group, { name: "other" }, "mine"),
      world.owner.create(registry.groups, world.root, { name: "mine" }, "mine"),
      world.owner.create(registry.repos, group, { name: "mine" }, "mine"),
    ];
    const violations = {
      "idempotency-key": "idempotency-key was already used with a different request; use a new key",
    };
    await Promise.all(calls.map((call) => expectViolations(call, violations)));
  });

  test("separates the keys of different callers", async () => {
    const other = await world.actor("owner", group);
    const first = await world.owner.create(registry.groups, group, { name: "shared" }, "shared");
    const second = await other.create(registry.groups, group, { name: "shared" }, "shared");
    expect(uidOf(second)).not.toBe(uidOf(first));
  });

  test("accepts a retry with the same key after a failure", async () => {
    expect(await errorOf(world.owner.create(registry.repos, group, { name: "" }, "retry"))).toMatchObject({
      code: "INVALID_ARGUMENT",
    });
    expect(await world.owner.create(registry.repos, group, { name: "retried" }, "retry")).toMatchObject({
      name: "retried",
    });
  });

  test("creates separate resources without a key", async () => {
    const [one, two] = [await world.group("same", group), await world.group("same", group)];
    expect(one).not.toBe(two);
  });

  test("remembers a key for 24 hours", async () => {
    const create = async () => {
      // API tokens expire after an hour.
      const owner = world.service.as(await world.service.tokenFor(world.ownerUid));
      return uidOf(await owner.create(registry.groups, group, { name: "day" }, "day"));
    };
    const first = await create();
    world.service.pass(DAY_MS - 60_000);
    expect(await create()).toBe(first);
    world.service.pass(60_000);
    expect(await create()).not.toBe(first);
    world.service.pass(-DAY_MS);
  });

  test("accepts keys of 1 to 255 characters", async () => {
    for (const key of ["", "k".repeat(256)])
      await expectViolations(world.owner.create(registry.groups, group, { name: "key" }, key), {
        "idempotency-key": "idempotency-key must have 1 to 255 characters",
      });
  });
});

import fc from "fast-check";
import { PlatformError } from "../../src/api";
import { fieldsOf, type ResourceDefinition, registry } from "../../src/model";
import type { JsonObject } from "./driver";
import { drivers } from "./drivers";
import { changesTo, merged, runs } from "./values";
import { samples, typesWith, uidOf, uidsOf, World } from "./world";

/** The service stores any input unchanged, or rejects it with violations. */

describe.each(drivers)("any input over $name", (driver) => {
  let world: World;
  beforeAll(async () => {
    world = await World.start(driver);
  });
  afterAll(() => world.close());

  test.each(typesWith("create"))("accepted $plural read as they were written", async ({ plural, definition }) => {
    const { parent = world.root, body: sample } = await samples[plural](world, await world.group("fuzz"));
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(changesTo(definition, driver.isTyped), async (changes) => {
        const body = merged(definition, sample, changes);
        const made = await outcomeOf(world.owner.create(definition, parent, body));
        if (made === undefined) return;
        taken++;
        const read = await world.owner.get(definition, uidOf(made));
        expect(lasting(definition, read)).toEqual(lasting(definition, made));
        if (definition.operations.includes("update"))
          for (const same of [body, inputsOf(definition, read)])
            expect(await world.owner.update(definition, uidOf(made), same)).toEqual(read);
        await outcomeOf(world.owner.delete(definition, uidOf(made)).then(() => ({})));
      }),
      runs(20),
    );
    expect(taken).toBeGreaterThan(0);
  });

  test("consecutive pages of any size add up to the whole list", async () => {
    const { groups } = registry;
    const parent = await world.group("paged");
    for (const name of "abcabcabc") await world.group(name, parent);
    const scope = { "uidp.children_of": parent };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom("uid", "name", "name desc", "create_time", "update_time desc"),
        fc.constantFrom<Readonly<Record<string, string>>>({}, { name: "a" }, { name: "d" }),
        async (pageSize, order, filter) => {
          const query = { ...scope, ...filter, order_by: order };
          const whole = await world.owner.list(groups, query);
          expect(whole.totalCount).toBe(whole.items.length);
          const pages: string[] = [];
          for (let pageToken = ""; ; ) {
            const page = await world.owner.list(groups, {
              ...query,
              page_size: String(pageSize),
              ...(pageToken ? { page_token: pageToken } : {}),
            });
            expect(page.totalCount).toBe(whole.totalCount);
            pages.push(...uidsOf(page.items));
            pageToken = page.nextPageToken;
            if (!pageToken) break;
          }
          expect(pages).toEqual(uidsOf(whole.items));
        },
      ),
      runs(10),
    );
  });
});

/** Returns the result of a call; undefined if its input was rejected. */
async function outcomeOf(call: Promise<JsonObject>): Promise<JsonObject | undefined> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof PlatformError) || !refusals.has(error.code)) throw error;
    expect(error.message).not.toBe("");
    return undefined;
  }
}

const refusals: ReadonlySet<string> = new Set([
  "INVALID_ARGUMENT",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "FAILED_PRECONDITION",
]);

const lasting = (definition: ResourceDefinition, resource: JsonObject) =>
  without(resource, (name) => definition.fields[name]?.onlyInCreate === true);

const inputsOf = (definition: ResourceDefinition, resource: JsonObject) => {
  const outputs = new Set(
    fieldsOf(definition).flatMap(([name, field]) => (field.output || field.hydratedFrom ? [name] : [])),
  );
  return without(resource, (name) => outputs.has(name));
};

const without = (value: JsonObject, isLeftOut: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !isLeftOut(name)));

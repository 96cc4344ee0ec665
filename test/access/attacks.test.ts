import {
  AccessGraph,
  type CapabilitySet,
  capabilityNames,
  escalations,
  knownOr,
  noCapabilities,
} from "../../src/access";
import { readAccess } from "../../src/client";
import { type Issuer, startIssuer } from "../../src/issuer";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { Random, seedOf } from "../faults/random";
import { AttackedOrganization, type Workload } from "./attacked-organization";
import { Attacker } from "./attacker";

/**
 * Attacks random organizations: each identity tries every call that could get it more than it has. It must be able to
 * perform all paths that are reported, and get nothing else. `npm run access-attacks` attacks more organizations. A
 * failure prints the seed.
 */
const ORGANIZATIONS = Number(process.env.ACCESS_ORGANIZATIONS ?? 1);
const SEED = Number(process.env.ACCESS_SEED ?? 2);
const ROUNDS = 2;
/** The number of identities of each organization that attack it. */
const ATTACKERS = process.env.ACCESS_ORGANIZATIONS ? 8 : 3;

jest.setTimeout(Math.max(120_000, ORGANIZATIONS * 300_000));

let evil: Issuer;
beforeAll(async () => {
  evil = await startIssuer();
});
afterAll(() => evil.close());

test(`identities of ${ORGANIZATIONS} random organizations get nothing but what paths report`, async () => {
  let performed = 0;
  const succeeded = new Set<string>();
  for (let index = 0; index < ORGANIZATIONS; index += 1) {
    const platform = await startPlatform();
    try {
      const random = new Random(seedOf(SEED, index));
      const organization = await AttackedOrganization.create(platform, random);
      for (const workload of organization.workloads.slice(0, ATTACKERS)) {
        const attacker = new Attacker(platform, organization, evil, random);
        const found = await attack(platform, organization, attacker, workload);
        expect({ seed: SEED, index, workload, ...found }).toMatchObject({ impossible: [], unreported: [] });
        performed += found.performed;
        for (const call of attacker.succeeded.keys()) succeeded.add(call);
      }
    } finally {
      await platform.close();
    }
  }
  if (process.env.ACCESS_ORGANIZATIONS)
    process.stdout.write(`${performed} paths performed; successful calls: ${[...succeeded].sort().join(", ")}\n`);
  expect(performed).toBeGreaterThan(0);
});

async function attack(
  platform: TestPlatform,
  { groups }: AttackedOrganization,
  attacker: Attacker,
  workload: Workload,
) {
  const before = new AccessGraph(await readAccess(platform.client()), new Date().toISOString());
  const tokens = { issuer: platform.authUrl, audience: platform.baseUrl };
  const { paths } = escalations(before, { tokens, from: workload.uid, now: new Date().toISOString() });
  const trust = knownOr(before.identity(workload.uid)!.trust, {});
  if (!(await attacker.start(workload, trust))) return { impossible: paths, unreported: [], performed: 0 };
  await attacker.exchangeAll();
  const impossible = paths.filter(({ to }) => !attacker.tokens.has(to));
  const expected = new Map(
    groups.map((group) => [group, union(before, [workload.uid, ...paths.map(({ to }) => to)], group)]),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    await attacker.attack();
    await attacker.exchangeAll();
  }
  const after = new AccessGraph(await readAccess(platform.client()), new Date().toISOString());
  const unreported = [...expected].flatMap(([group, known]) => {
    const more = union(after, attacker.tokens.keys(), group) & ~known;
    return more === noCapabilities ? [] : [{ group, gained: capabilityNames(more) }];
  });
  return { impossible, unreported, performed: paths.length };
}

const union = (graph: AccessGraph, identities: Iterable<string>, group: string): CapabilitySet =>
  [...identities].reduce((sum, identity) => sum | graph.capabilitiesAt(identity, group), noCapabilities);

import { AccessGraph, type CapabilitySet, capabilitySet, hasCapability } from "../../src/access";
import { PlatformError } from "../../src/api";
import { readAccess } from "../../src/client";
import { type Capability, findCapability, registry } from "../../src/model";
import { startPlatform, type TestPlatform } from "../../src/testing";
import { Random } from "../faults/random";
import { RandomOrganization } from "./random-organization";

/**
 * Random questions to the running service, compared with the evaluator's answers. `npm run access-fuzz` asks more
 * of them. A disagreement prints the seed.
 */
const QUESTIONS = Number(process.env.ACCESS_QUESTIONS ?? 2000);
const SEED = Number(process.env.ACCESS_SEED ?? 1);

/** The number of questions between two changes of the organization. */
const BETWEEN_CHANGES = 100;
const CONCURRENT = 16;

jest.setTimeout(Math.max(120_000, QUESTIONS * 20));

interface Question {
  readonly identity: string;
  readonly uid: string;
  readonly asked: readonly Capability[];
  /** What the token is restricted to. */
  readonly restrictions?: Restrictions;
}

interface Restrictions {
  readonly capabilities: readonly Capability[];
  readonly group: string;
}

test(`agrees with the service on ${QUESTIONS} random questions`, async () => {
  // Stands still while questions are asked, so that nothing expires between a question and its answer.
  let time = Date.now();
  const clock = () => time;
  const platform = await startPlatform({ clock });
  try {
    const random = new Random(SEED);
    const organization = await RandomOrganization.create(platform, random, 24, clock);
    const disagreements: object[] = [];
    for (let asked = 0; asked < QUESTIONS; asked += BETWEEN_CHANGES) {
      time = Date.now();
      await organization.change();
      const graph = new AccessGraph(await readAccess(platform.client()), new Date(time).toISOString());
      // A new binding replaces an expired one.
      organization.bindings = graph.snapshot.bindings.map(({ id }) => id);
      const questions = Array.from({ length: BETWEEN_CHANGES }, () => randomQuestion(organization, random));
      for (let from = 0; from < questions.length; from += CONCURRENT)
        await Promise.all(
          questions.slice(from, from + CONCURRENT).map(async (question) => {
            const own = [...expected(graph, question)].sort();
            const theirs = [...(await answerOf(platform, question))].sort();
            if (own.join() !== theirs.join()) disagreements.push({ seed: SEED, question, own, theirs });
          }),
        );
    }
    expect(disagreements).toEqual([]);
  } finally {
    await platform.close();
  }
});

function randomQuestion(organization: RandomOrganization, random: Random): Question {
  const { groups, identities, bindings, roles } = organization;
  const uid = random.pick([groups, groups, identities, bindings, roles.slice(5)].map((all) => random.pick(all)));
  const question = { identity: random.pick(identities), uid, asked: organization.someCapabilities(12) };
  return random.chance(0.8)
    ? question
    : { ...question, restrictions: { capabilities: organization.someCapabilities(30), group: random.pick(groups) } };
}

/** The service shows what a caller has only at resources that the caller can see. */
function expected(graph: AccessGraph, { identity, uid, asked, restrictions }: Question): readonly Capability[] {
  const grants = restrictions
    ? graph.grantsOf(identity).restrictedTo(capabilitySet(restrictions.capabilities), [restrictions.group])
    : graph.grantsOf(identity);
  const granted = grants.at(uid);
  if (!restrictions) for (const capability of asked) checkDecision(graph, identity, capability, uid, granted);
  return typeOf(graph, uid).capabilities.get.every((each) => hasCapability(granted, each))
    ? asked.filter((each) => hasCapability(granted, each))
    : [];
}

/** What explains a decision must be equal to what the sets contain. */
function checkDecision(graph: AccessGraph, identity: string, capability: string, uid: string, granted: CapabilitySet) {
  const { answer, via } = graph.decide(identity, capability, uid);
  const isGranted = hasCapability(granted, capability);
  expect({ answer, isExplained: via.length > 0 }).toEqual({ answer: isGranted ? "yes" : "no", isExplained: isGranted });
}

function typeOf({ snapshot: { groups, identities, bindings } }: AccessGraph, uid: string) {
  const has = (entries: readonly { readonly id: string }[]) => entries.some(({ id }) => id === uid);
  if (has(groups)) return registry.groups;
  if (has(identities)) return registry.identities;
  return has(bindings) ? registry.roleBindings : registry.roles;
}

/** Asks the service with a token of the identity; a disabled identity gets none. */
async function answerOf(
  platform: TestPlatform,
  { identity, uid, asked, restrictions }: Question,
): Promise<readonly Capability[]> {
  try {
    const own = await platform.tokenFor(identity);
    const token = restrictions ? await restrictedToken(platform, own, restrictions) : own;
    const { capabilities } = await getJson(
      `${platform.baseUrl}/iam/v2beta1/groups/${uid}:testCapabilities?${new URLSearchParams(asked.map((each): [string, string] => ["capabilities", each]))}`,
      token,
    );
    return (capabilities as readonly string[]).flatMap((each) => findCapability(each) ?? []);
  } catch (error) {
    if (error instanceof PlatformError && error.code === "FAILED_PRECONDITION") return [];
    throw error;
  }
}

async function restrictedToken(
  { authUrl, baseUrl }: TestPlatform,
  token: string,
  restrictions: Restrictions,
): Promise<string> {
  const parameters = new URLSearchParams([
    ["aud", baseUrl],
    ["scope", restrictions.group],
    ...restrictions.capabilities.map((each): [string, string] => ["cap", each]),
  ]);
  return String((await getJson(`${authUrl}/sts/exchange?${parameters}`, token)).token);
}

async function getJson(url: string, token: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Readonly<Record<string, unknown>>;
}

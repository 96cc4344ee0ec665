import { definitionNamed } from "../../src/model";
import {
  type Context,
  createLogger,
  type DataSource,
  type Diagnostic,
  DiagnosticsError,
  type Gone,
  isRecord,
  type ManagedResource,
  mapRecord,
  type PlanResult,
  type Provider,
  type StateResult,
  unknown,
  type ValueRecord,
  type ValueResult,
} from "../../src/provider/plugin";
import { createProvider } from "../../src/provider/provider";
import { complete, recordOf } from "./records";

/** Calls the provider in this process as Terraform does, with complete values as they are decoded from the wire. */

export const context = (signal: AbortSignal = new AbortController().signal): Context => ({
  signal,
  log: createLogger(() => {}),
  capabilities: { deferralAllowed: false, writeOnlyAttributesAllowed: false },
  providerMeta: null,
});

/** Returns a provider that uses a token, regardless of this machine's environment. */
export async function configuredProvider(
  baseUrl: string,
  token: string,
  settings: ValueRecord = {},
): Promise<Provider> {
  const provider = createProvider({});
  const config = complete(provider.schema.attributes, { base_url: baseUrl, token, ...settings });
  await provider.configure(config, { ...context(), terraformVersion: "1.11.4" });
  return provider;
}

/** A managed resource: plan and apply, read, delete, import. */
export class Subject {
  readonly #resource: ManagedResource;
  readonly #type: string;

  /** `type` is the model's name, such as `RoleBinding`. */
  constructor(provider: Provider, type: string) {
    this.#type = type;
    this.#resource = provider.resources[`platform${type.replace(/[A-Z]/g, "_$&").toLowerCase()}`]!;
  }

  /** `later` is the configuration at apply, if values of `given` were unknown at plan. */
  async apply(given: ValueRecord, prior: ValueRecord | null = null, later = given): Promise<ValueRecord> {
    const config = recordOf(definitionNamed(this.#type)!, given);
    const bytes = new Uint8Array();
    const request = { prior, proposed: config, config, priorPrivate: bytes, priorIdentity: null };
    const plan = await this.#resource.plan!(request, context());
    const known = recordOf(definitionNamed(this.#type)!, later);
    const planned = withKnown(plan.planned, known);
    const change = { planned, config: known, plannedPrivate: bytes, plannedIdentity: null };
    const result = await (prior
      ? this.#resource.update({ ...change, prior }, context())
      : this.#resource.create(change, context()));
    return result.state;
  }

  /** Creates a resource; returns its state with the diagnostics of a create that failed afterwards. */
  async create(given: ValueRecord, signal?: AbortSignal): Promise<StateResult> {
    const config = recordOf(definitionNamed(this.#type)!, given);
    const { planned } = await this.plan(given);
    const request = { planned: withKnown(planned, config), config, plannedPrivate: new Uint8Array() };
    return this.#resource.create({ ...request, plannedIdentity: null }, context(signal));
  }

  /** Returns a plan; `prior` is the state before an update. */
  async plan(given: ValueRecord, prior: ValueRecord | null = null): Promise<PlanResult> {
    const config = recordOf(definitionNamed(this.#type)!, given);
    const request = { prior, proposed: config, config, priorPrivate: new Uint8Array(), priorIdentity: null };
    return this.#resource.plan!(request, context());
  }

  /** Returns a plan's warnings. */
  async warnings(given: ValueRecord, prior: ValueRecord | null = null): Promise<readonly Diagnostic[]> {
    return (await this.plan(given, prior)).diagnostics ?? [];
  }

  read(state: ValueRecord, signal?: AbortSignal): Promise<StateResult | Gone | null> {
    const request = { state, private: new Uint8Array(), identity: null };
    return Promise.resolve(this.#resource.read(request, context(signal)));
  }

  async delete(prior: ValueRecord): Promise<void> {
    await this.#resource.delete({ prior, private: new Uint8Array(), identity: null }, context());
  }

  import(id: string) {
    return this.#resource.importState!({ id, identity: null }, context());
  }
}

/** Returns a plan as it is applied: with known inputs and unknown computed values. */
const withKnown = (planned: ValueRecord, config: ValueRecord): ValueRecord =>
  mapRecord(planned, (value, name) => {
    const known = config[name] ?? null;
    if (value === unknown && known !== null) return known;
    return isRecord(value) && isRecord(known) ? withKnown(value, known) : value;
  });

/** A data source: validate and read. */
export class Source {
  readonly #source: DataSource;

  /** `type` is Terraform's name, such as `platform_repos`. */
  constructor(provider: Provider, type: string) {
    this.#source = provider.dataSources[type]!;
  }

  async read(given: ValueRecord): Promise<ValueRecord> {
    return (await this.readWithDiagnostics(given)).state;
  }

  /** Like `read`, with diagnostics. */
  async readWithDiagnostics(given: ValueRecord): Promise<ValueResult<"state">> {
    return this.#source.read({ config: this.#configOf(given) }, context());
  }

  /** Returns the problems of a configuration, as paths with details. */
  problems(given: ValueRecord): unknown[] {
    const found = this.#source.validate!(this.#configOf(given), context()) as readonly Diagnostic[];
    return found.map(({ path, detail }) => [path, detail]);
  }

  #configOf(given: ValueRecord): ValueRecord {
    return complete(this.#source.schema.attributes, given);
  }
}

/** Returns the diagnostics that `work` throws. */
export async function refusalOf(work: () => unknown): Promise<readonly Diagnostic[]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics;
    throw error;
  }
  throw new Error("nothing was refused");
}

import { type ApiVersion, type ListPage, PlatformError, repoInV1, requireUid, sameValue, toV1 } from "../api";
import {
  clientRegistry,
  type Fields,
  isInput,
  isJsonObject,
  type JsonObject,
  objectOrEmpty,
  type Resource,
  registry,
  repoReadme,
} from "../model";
import type { CallOptions, CreateOptions, Query, UpdateOptions } from "./collection";
import { type Call, postIdempotent, RestCollection, unexpectedResponse } from "./rest-collection";

const fields: Fields = clientRegistry.repos.fields;
const V1 = "/registry/v1/repos";

/** The number of readmes per request; each adds about 60 characters to the URL. */
const UIDS_PER_REQUEST = 50;

/**
 * The collection of complete repos: with readmes, and with fields that v2 only returns and v1 accepts. Fields that v2
 * accepts are written with v2, all others with v1, in one request on create. v1 replaces the whole repo, so an update
 * of such a field reads it first.
 */
export class RepoCollection extends RestCollection {
  readonly #call: Call;
  readonly #readmeCollection: RestCollection;

  constructor(version: ApiVersion, call: Call) {
    super(registry.repos, version, call);
    this.#call = call;
    this.#readmeCollection = new RestCollection(repoReadme, version, call);
  }

  override async get(uid: string, options: CallOptions = {}): Promise<Resource> {
    const [repo, readme] = await Promise.all([super.get(uid, options), this.#readme(uid, options)]);
    return { ...repo, readme };
  }

  override async page(query: Query = {}, options: CallOptions = {}): Promise<ListPage<Resource>> {
    const page = await super.page(query, options);
    const readmes = await this.#readmes(
      page.items.map(({ uid }) => uid),
      options,
    );
    return { ...page, items: page.items.map((each) => ({ ...each, readme: readmes.get(each.uid) })) };
  }

  override async create(parentUid: string, body: JsonObject, options: CreateOptions = {}): Promise<Resource> {
    const outputs = new Map(Object.entries(fields).filter(([name, field]) => isOutputOfV2(name) && isInput(field)));
    const requiresV1 = (name: string) => {
      const output = outputs.get(name);
      return output ? !sameValue(output, body[name], undefined) : hasOutputsOfV2(name, body[name]);
    };
    if (!Object.keys(body).some(requiresV1)) {
      const v2Paths = Object.fromEntries(Object.entries(body).filter(([name]) => !outputs.has(name)));
      return { ...(await super.create(parentUid, v2Paths, options)), readme: "" };
    }
    // Without this parameter, v1 would replace an existing repo with the same name.
    const path = `${V1}/${requireUid("parentUid", parentUid)}?prevent_existing=true`;
    const created = objectOrEmpty(await postIdempotent(this.#call, path, toV1(fields, repoInV1, body), options));
    if (typeof created.id !== "string") throw unexpectedResponse(registry.repos, "repo");
    return this.get(created.id, options);
  }

  override async update(uid: string, body: JsonObject, options: UpdateOptions = {}): Promise<Resource> {
    const { updateMask = Object.keys(body), ...own } = options;
    const v1Paths = updateMask.filter((path) => {
      const [name = "", member] = path.split(".");
      if (isOutputOfV2(name)) return name in fields;
      return member ? isOutputOfV2(member, v2Fields[name]?.members) : hasOutputsOfV2(name, body[name]);
    });
    const v2Paths = updateMask.filter((path) => !v1Paths.includes(path));
    if (v2Paths.length > 0 || v1Paths.length === 0) {
      const changes = pickFields(body, v2Paths);
      const mask = options.updateMask ? { updateMask: v2Paths } : {};
      const updated = await super.update(uid, changes, { ...own, ...mask });
      if (v1Paths.length === 0) return { ...updated, readme: await this.#readme(uid, own) };
    }
    await this.#replace(uid, pickMembers(pickFields(body, v1Paths), v1Paths), v1Paths, own);
    return this.get(uid, own);
  }

  /** Updates fields with a v1 PUT, which replaces the repo; all other fields are sent back as read. */
  async #replace(uid: string, changes: JsonObject, paths: readonly string[], options: CallOptions): Promise<void> {
    requireUid("uid", uid);
    const [current] = await this.#listV1(new URLSearchParams({ id: uid }), options);
    if (current?.id !== uid) throw new PlatformError("NOT_FOUND", `Not found: Repo ${uid}`);
    const merged = Object.entries(toV1(fields, repoInV1, changes)).map(([name, value]): [string, unknown] => {
      const before = current[name];
      if (!isJsonObject(value) || !isJsonObject(before)) return [name, value];
      return [name, { ...(paths.includes(name) ? serviceAssignedValues(before) : before), ...value }];
    });
    const body = { ...current, ...Object.fromEntries(merged) };
    await this.#call({ method: "PUT", path: `${V1}/${uid}`, body }, options);
  }

  async #readme(uid: string, options: CallOptions): Promise<string> {
    try {
      const { content } = await this.#readmeCollection.get(uid, options);
      return typeof content === "string" ? content : "";
    } catch (error) {
      // The repo request itself reports whether the repo exists.
      if (error instanceof PlatformError && error.code === "NOT_FOUND") return "";
      throw error;
    }
  }

  /** Reads the readmes of many repos in batches through v1, and the remaining ones one by one. */
  async #readmes(uids: readonly string[], options: CallOptions): Promise<ReadonlyMap<string, string>> {
    const readmes = new Map<string, string>();
    for (let from = 0; from < uids.length; from += UIDS_PER_REQUEST) {
      const query = new URLSearchParams(
        uids.slice(from, from + UIDS_PER_REQUEST).map((uid): [string, string] => ["uidp.ids", uid]),
      );
      const items = uids.length > 1 ? await this.#listV1(query, options).catch(ignoreMissingV1) : [];
      for (const { id, readme } of items) readmes.set(String(id), typeof readme === "string" ? readme : "");
    }
    const missing = uids.filter((uid) => !readmes.has(uid));
    await Promise.all(missing.map(async (uid) => readmes.set(uid, await this.#readme(uid, options))));
    return readmes;
  }

  async #listV1(query: URLSearchParams, options: CallOptions): Promise<readonly JsonObject[]> {
    const { items } = objectOrEmpty(await this.#call({ method: "GET", path: `${V1}?${query}` }, options));
    if (!Array.isArray(items)) throw unexpectedResponse(registry.repos, '"items" array');
    return items.map(objectOrEmpty);
  }
}

const v2Fields: Fields = registry.repos.fields;

/** Returns whether a field is output-only or unknown in v2. */
const isOutputOfV2 = (name: string, members: Fields = v2Fields): boolean => !members[name] || !isInput(members[name]);

/** Returns whether a value has members that are output-only in v2. */
const hasOutputsOfV2 = (name: string, value: unknown): boolean =>
  isJsonObject(value) &&
  Object.keys(value).some((member) => value[member] != null && isOutputOfV2(member, v2Fields[name]?.members ?? {}));

/** Returns the body's values of the fields that the paths name; missing ones are cleared. */
function pickFields(body: JsonObject, paths: readonly string[]): JsonObject {
  const names = new Set(paths.map((path) => path.replace(/[.].*/, "")));
  return Object.fromEntries([...names].map((name) => [name, body[name] ?? fields[name]?.zero ?? null]));
}

/** Reduces objects to the members that the paths name; missing ones are cleared. */
function pickMembers(changes: JsonObject, paths: readonly string[]): JsonObject {
  const entries = Object.entries(changes).map(([name, value]): [string, unknown] => {
    if (paths.includes(name)) return [name, value];
    const given = isJsonObject(value) ? value : {};
    const members = paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
    const zero = (member: string) => fields[name]?.members?.[member]?.zero ?? null;
    return [name, Object.fromEntries(members.map((member) => [member, given[member] ?? zero(member)]))];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the service-assigned values of sync_config under their v1 names, so that a PUT keeps the ones that the caller
 * does not set.
 */
const serviceAssignedValues = ({ uniqueTags, expiration, gracePeriod, syncApks }: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries({ uniqueTags, expiration, gracePeriod, syncApks }).filter(([, value]) => value !== undefined),
  );

/** Without v1, each readme is requested separately. */
function ignoreMissingV1(error: unknown): readonly JsonObject[] {
  if (error instanceof PlatformError && [404, 405, 501].includes(error.http)) return [];
  throw error;
}

import { randomUUID } from "node:crypto";
import {
  type ApiVersion,
  collectionPath,
  formatListQuery,
  formatQuery,
  IDEMPOTENCY_KEY,
  invalidArgument,
  type ListPage,
  listOptions,
  PlatformError,
  requireUid,
  resourcePath,
} from "../api";
import {
  didYouMean,
  isJsonObject,
  type JsonObject,
  objectOrEmpty,
  type Resource,
  type ResourceDefinition,
  singular,
} from "../model";
import type { CallOptions, CreateOptions, Query, ResourceMethods, UpdateOptions } from "./collection";
import type { JsonRequest, ResponseHeaders } from "./http/transport";
import { allPages } from "./pages";

/** Sends an authorized request and returns the parsed response. */
export type Call = (
  request: Omit<JsonRequest, "headers"> & { readonly headers?: JsonRequest["headers"] },
  options: CallOptions,
) => Promise<unknown>;

/** Sends a POST that the service executes once per idempotency key. */
export function postIdempotent(call: Call, path: string, body: JsonObject, options: CreateOptions): Promise<unknown> {
  const { idempotencyKey: key = randomUUID(), sendOnce, onUncertain, onKeyStored } = options;
  const onHeaders = (headers: ResponseHeaders) => headers[IDEMPOTENCY_KEY] === key && onKeyStored?.();
  const headers = { [IDEMPOTENCY_KEY]: key };
  return call({ method: "POST", path, headers, body, sendOnce, onUncertain, onHeaders }, options);
}

/** The REST methods for one resource type. */
export class RestCollection implements ResourceMethods {
  readonly #definition: ResourceDefinition;
  readonly #version: ApiVersion;
  readonly #call: Call;

  constructor(definition: ResourceDefinition, version: ApiVersion, call: Call) {
    this.#definition = definition;
    this.#version = version;
    this.#call = call;
  }

  async get(uid: string, options: CallOptions = {}): Promise<Resource> {
    const resource = this.#resource(await this.#call({ method: "GET", path: this.#path("uid", uid) }, options));
    // Accepting another resource's response would show the requested one as changed.
    if (resource.uid !== uid) throw this.#unexpected(`${singular(this.#definition)} with uid ${uid}`);
    return resource;
  }

  async page(query: Query = {}, options: CallOptions = {}): Promise<ListPage<Resource>> {
    this.#rejectUnknownOptions(query);
    const parameters = formatListQuery(this.#definition, query).toString();
    const path = collectionPath(this.#definition, this.#version) + (parameters && `?${parameters}`);
    const response = objectOrEmpty(await this.#call({ method: "GET", path }, options));
    const items = response[this.#definition.plural];
    // Treating any other response as an empty page would make every resource look deleted.
    if (!Array.isArray(items)) throw this.#unexpected(`"${this.#definition.plural}" array`);
    return {
      items,
      ...(response.nextPageToken ? { nextPageToken: String(response.nextPageToken) } : {}),
      totalCount: Number(response.totalCount ?? items.length),
      skipped: Number(response.skipped ?? 0),
    };
  }

  list(query: Query = {}, options: CallOptions = {}): AsyncIterableIterator<Resource> {
    return allPages((each) => this.page(each, options), query);
  }

  async create(parentUid: string, body: JsonObject, options: CreateOptions = {}): Promise<Resource> {
    const path = this.#path("parentUid", parentUid);
    return this.#resource(await postIdempotent(this.#call, path, this.#toApiBody(body), options));
  }

  async update(uid: string, body: JsonObject, options: UpdateOptions = {}): Promise<Resource> {
    const { updateMask } = options;
    // An empty mask would mean every field of the body, the opposite of its literal meaning.
    if (updateMask?.length === 0)
      throw invalidArgument({ path: ["updateMask"], problem: "must contain at least one field" });
    const mask = updateMask ? `?${new URLSearchParams({ updateMask: updateMask.join(",") })}` : "";
    const path = this.#path("uid", uid) + mask;
    return this.#resource(await this.#call({ method: "PATCH", path, body }, options));
  }

  async delete(uid: string, options: CallOptions = {}, parameters: JsonObject = {}): Promise<void> {
    const query = formatQuery(parameters).toString();
    await this.#call({ method: "DELETE", path: this.#path("uid", uid) + (query && `?${query}`) }, options);
  }

  /** Rejects unknown options: the service ignores them, so a misspelled filter would list everything. */
  #rejectUnknownOptions(query: Query): void {
    const known = listOptions(this.#definition);
    const unknownOption = Object.entries(query).find(
      ([name, value]) => (value ?? null) !== null && !known.includes(name),
    )?.[0];
    if (unknownOption === undefined) return;
    const problem = `is not a list option of ${this.#definition.plural}; supported options are ${known.join(", ")}${didYouMean(unknownOption, known)}`;
    throw invalidArgument({ path: [unknownOption], problem });
  }

  /** Converts a body to the form that the API accepts: durations in seconds. */
  #toApiBody(body: JsonObject): JsonObject {
    const inSeconds = Object.entries(body).flatMap(([name, value]) => {
      const field = this.#definition.fields[name];
      return field?.kind === "duration" && typeof value === "string" ? [[name, field.normalize(value)]] : [];
    });
    return inSeconds.length === 0 ? body : { ...body, ...Object.fromEntries(inSeconds) };
  }

  #path(argument: string, uid: string): string {
    return resourcePath(this.#definition, requireUid(argument, uid), this.#version);
  }

  #resource(response: unknown): Resource {
    if (!isResource(response)) throw this.#unexpected("resource");
    return response;
  }

  #unexpected(missing: string): PlatformError {
    return unexpectedResponse(this.#definition, missing);
  }
}

const isResource = (value: unknown): value is Resource => isJsonObject(value) && typeof value.uid === "string";

/** Returns the error for a response that is not the service's. */
export const unexpectedResponse = ({ plural }: ResourceDefinition, missing: string): PlatformError =>
  new PlatformError("UNKNOWN", `Unexpected response for ${plural}: no ${missing}`);

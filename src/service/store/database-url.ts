import { closest } from "../../model";

/**
 * Parses database URLs with one or several hosts:
 * `postgres://user@db1:5432,db2:5432/platform?target_session_attrs=read-write`.
 */

/** One host of a database URL. */
export interface DatabaseHost {
  /** The name in messages, without user and password: `db1:5432`. */
  readonly name: string;
  /** The database URL with only this host. */
  readonly url: string;
}

export interface DatabaseHosts {
  /** The name of the database in messages: `postgres://db1:5432,db2:5432/platform`. */
  readonly name: string;
  readonly hosts: readonly DatabaseHost[];
  /** Which hosts may be used; see `targets`. */
  readonly target: Target;
  /** The timeout for connecting to one host, in seconds, if the URL has `connect_timeout`. */
  readonly connectTimeout?: number;
}

/**
 * `read-write`: the server accepts writes. `primary`: the server is not a standby. `any`: any server, although the
 * service always writes.
 */
export const targets = ["any", "read-write", "primary"] as const;
export type Target = (typeof targets)[number];

/** The supported parameters, used by this package or node-postgres, and the allowed values of enumerations. */
const parameterValues: Readonly<Record<string, readonly string[] | undefined>> = {
  application_name: undefined,
  client_encoding: undefined,
  connect_timeout: undefined,
  fallback_application_name: undefined,
  host: undefined,
  idle_in_transaction_session_timeout: undefined,
  lock_timeout: undefined,
  options: undefined,
  password: undefined,
  port: undefined,
  query_timeout: undefined,
  ssl: ["true", "1", "0"],
  sslcert: undefined,
  sslkey: undefined,
  sslmode: ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"],
  sslnegotiation: ["postgres", "direct"],
  sslrootcert: undefined,
  statement_timeout: undefined,
  target_session_attrs: undefined,
  uselibpqcompat: ["true", "false"],
  user: undefined,
};

const NOT_A_URL = "must be a URL such as postgres://user@host:5432/database";
const DEFAULT_PORT = "5432";
const URL_PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;

/** Parses a database URL. Throws an Error that does not repeat the URL, which may contain a password. */
export function parseDatabaseUrl(text: string): DatabaseHosts {
  const [, protocol, credentials = "", authority = "", path = "", query = ""] = URL_PARTS.exec(text) ?? [];
  if (protocol === undefined) throw new Error(NOT_A_URL);
  const parameters = new URLSearchParams(query);
  requireSupported(parameters);
  const target = targetOf(parameters.get("target_session_attrs") ?? "read-write");
  const connectTimeout = secondsOf(parameters.get("connect_timeout"));
  for (const own of ["target_session_attrs", "connect_timeout"]) parameters.delete(own);

  const listed = parameters.get("host") ?? parameters.get("port");
  const hosts: readonly UrlHost[] = listed?.includes(",")
    ? hostsInParameters(parameters, authority)
    : authority.split(",").map((host) => ({ host }));
  if (hosts.length > 1 && hosts.some(({ host }) => host === "")) throw new Error("must not have an empty host");
  const each = hosts.map(({ host, own = {} }) => {
    const all = new URLSearchParams(parameters);
    for (const [name, value] of Object.entries(own)) all.set(name, value);
    const rest = `${path}${all.size > 0 ? `?${all}` : ""}`;
    if (!URL.canParse(`${protocol}${credentials}${host || "localhost"}${rest}`)) throw new Error(NOT_A_URL);
    return { name: nameOf(host, all), url: `${protocol}${credentials}${host}${rest}` };
  });
  return {
    name: `${protocol}${each.map(({ name }) => name).join(",")}${path}`,
    hosts: each,
    target,
    ...(connectTimeout === undefined ? {} : { connectTimeout }),
  };
}

/** A host of the URL, with its own parameters. */
interface UrlHost {
  readonly host: string;
  readonly own?: Readonly<Record<string, string>>;
}

/** Reads libpq's alternative form, `?host=db1,db2&port=5432,5433`; one port may apply to all hosts. */
function hostsInParameters(parameters: URLSearchParams, authority: string): UrlHost[] {
  const hosts = (parameters.get("host") ?? authority).split(",");
  const ports = parameters.get("port")?.split(",") ?? [""];
  const [firstPort] = ports;
  if (ports.length !== 1 && ports.length !== hosts.length) throw new Error("must have one port, or one port per host");
  return hosts.map((host, index) => {
    const port = ports[index] ?? firstPort;
    return { host: host === "" ? "" : "localhost", own: { host, ...(port ? { port } : {}) } };
  });
}

function nameOf(host: string, parameters: URLSearchParams): string {
  const named = parameters.get("host") ?? host.replace(/:\d+$/, "");
  const port = parameters.get("port") ?? /:(\d+)$/.exec(host)?.[1] ?? DEFAULT_PORT;
  return `${named || "localhost"}:${port}`;
}

/** Rejects unknown parameters: the misspelled `sslmod=verify-full` would otherwise connect without TLS. */
function requireSupported(parameters: URLSearchParams): void {
  for (const [name, value] of parameters) {
    if (!Object.hasOwn(parameterValues, name)) {
      const meant = closest(name, Object.keys(parameterValues));
      const advice = meant ? `did you mean ${meant}?` : `allowed: ${Object.keys(parameterValues).join(", ")}`;
      throw new Error(`unsupported database URL parameter ${name}; ${advice}`);
    }
    const values = parameterValues[name];
    if (values && !values.includes(value)) throw new Error(`${name} must be one of ${values.join(", ")}`);
  }
}

function targetOf(value: string): Target {
  const target = targets.find((each) => each === value);
  if (target) return target;
  throw new Error(`target_session_attrs must be one of ${targets.join(", ")}: the service writes to its database`);
}

function secondsOf(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new Error("connect_timeout must be a whole number of seconds, at least 1");
  return Number(value);
}

import { isIP } from "node:net";
import { InvalidArgumentError, Option } from "commander";
import { httpUrlProblem } from "../model";

/**
 * Parsers of option values. Commander prefixes their errors with the option and its value. Help loads this file, so it
 * must stay light.
 */

/** A host and port to listen on. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export function parseNonEmpty(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("It must not be empty.");
  return value;
}

/** Parses `127.0.0.1:8787` or `[::1]:8787`. */
export function parseListenAddress(value: string): ListenAddress {
  const [, ipv6, name, digits] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(value) ?? [];
  const host = ipv6 ?? name;
  const port = Number(digits);
  if (host === undefined || port > 65_535)
    throw new InvalidArgumentError(
      "It must be HOST:PORT, such as 127.0.0.1:8787 or [::1]:0; port 0 selects a free port.",
    );
  return { host, port };
}

/** Parses a number of requests per second: `50`, `0.5` or `50/s`; `0` and `off` return 0. */
export function parseRate(value: string): number {
  if (value === "off") return 0;
  const [, digits] = /^(\d{1,6}(?:\.\d{1,3})?)(?:\/s)?$/.exec(value) ?? [];
  if (!digits) throw new InvalidArgumentError('It must be a number of requests per second, such as 50/s, or "off".');
  return Number(digits);
}

/** Parses the head of a hash chain of audit events, as printed by `audit verify`. */
export function parseChainHead(value: string): { readonly sequence: number; readonly hash: string } {
  const [sequence = "", hash, ...rest] = value.split(":");
  const problem =
    hash === undefined || rest.length > 0
      ? "It must have one colon"
      : !/^\d{1,15}$/.test(sequence)
        ? `The sequence ${JSON.stringify(sequence)} must be an integer`
        : !/^[0-9a-f]{64}$/.test(hash)
          ? `The hash must have 64 lowercase hexadecimal digits`
          : undefined;
  if (problem || hash === undefined)
    throw new InvalidArgumentError(`${problem}: the format is SEQUENCE:HASH, as printed by \`audit verify\`.`);
  return { sequence: Number(sequence), hash };
}

/** Parses an integer number of days. */
export function parseDays(value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new InvalidArgumentError("It must be an integer number of days.");
  return Number(value);
}

/** Parses an integer number of seconds, at most one hour. */
export function parseSeconds(value: string): number {
  if (!/^\d{1,4}$/.test(value) || Number(value) > 3600)
    throw new InvalidArgumentError("It must be an integer number of seconds, at most 3600.");
  return Number(value);
}

/** Parses a URL and keeps it verbatim, because tokens contain their issuer verbatim. */
export function parseUrl(value: string): string {
  const problem = httpUrlProblem(value);
  if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}.`);
  return value;
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a time, or a duration before now: `2030-01-31T12:00:00Z`, `2030-01-31`, `90m`. Returns RFC 3339 in UTC. */
export function parseTime(value: string): string {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(value) ?? [];
  const time = count && unit ? Date.now() - Number(count) * units[unit]! : Date.parse(value);
  if (Number.isNaN(time) || (!unit && !/^\d{4}-\d{2}-\d{2}/.test(value)))
    throw new InvalidArgumentError(
      "It must be a time such as 2030-01-31T12:00:00Z, or a duration before now, such as 90m, 12h or 7d.",
    );
  return new Date(time).toISOString();
}

/** Parses the address of a service and strips trailing slashes. */
export const parseAddress = (value: string): string => parseUrl(value).replace(/\/+$/, "");

/** Parses a host with an optional port, as it appears in tokens. */
export function parseHost(value: string): string {
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/.test(value))
    throw new InvalidArgumentError("It must be a lowercase host, such as registry.example.com.");
  return value;
}

/** Collects the hosts of a repeatable option. */
export const parseHosts = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  parseHost(value),
];

/** Collects the values of a repeatable option. */
export const parseTexts = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  parseNonEmpty(value),
];

/** Collects the IP addresses and networks of a repeatable option. */
export function parseNetworks(value: string, previous: readonly string[] = []): readonly string[] {
  const [, address = "", prefix = "0"] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(value) ?? [];
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!;
  if (Number(prefix) > bits)
    throw new InvalidArgumentError("It must be an address or a network, such as 10.1.2.3 or fd00::/8.");
  return [...previous, value];
}

/** Collects the protobuf package prefixes of a repeatable option. */
export function parsePrefixes(value: string, previous: readonly string[] = []): readonly string[] {
  if (!/^(?:[a-z][a-z0-9_]*\.)+$/.test(value))
    throw new InvalidArgumentError('It must consist of lowercase names, each followed by a dot, such as "example.".');
  return [...previous, value];
}

/** The flags and description of the option for the token service. */
export const AUTH_URL = ["--auth-url <url>", "public URL of the token service"] as const;

/** Returns the option for the address of a listener. */
export const listenOption = (description: string, value: string) =>
  new Option("--listen <host:port>", description)
    .argParser(parseListenAddress)
    .default(parseListenAddress(value), value);

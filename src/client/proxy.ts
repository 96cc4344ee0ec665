import type { AgentOptions as HttpAgentOptions } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import { urlToHttpOptions } from "node:url";
import { invalidArgument } from "../api";
import type { Environment } from "../workloads";
import { isLoopback } from "./address";

/** The way through a proxy that the environment names, as other programs read it: HTTP_PROXY, HTTPS_PROXY, NO_PROXY. */

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** The proxy for an origin, if there is one. This machine is never asked for by way of another. Throws PlatformError INVALID_ARGUMENT. */
export function proxyFor(origin: URL, env: Environment): URL | undefined {
  const name = origin.protocol === "https:" ? "https_proxy" : "http_proxy";
  const variable = env[name] ? name : name.toUpperCase();
  const text = env[variable];
  if (!text || isLoopback(origin.hostname) || isExempt(origin, env.no_proxy || env.NO_PROXY || "")) return undefined;
  const whole = text.includes("://") ? text : `http://${text}`;
  const proxy = URL.canParse(whole) ? new URL(whole) : undefined;
  // The text is not repeated: there may be a password in it.
  if (!proxy || !/^https?:$/.test(proxy.protocol))
    throw invalidArgument({ path: [variable], problem: "must be a URL such as http://proxy.example.com:3128" });
  return proxy;
}

/** Whether a list names the host: itself or a domain above it, with its port perhaps; `*` names all. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === "*") return true;
      const [, name = "", only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (only !== undefined && only !== (port || DEFAULT_PORTS[protocol])) return false;
      const domain = name.replace(/^\*?\./, "");
      return hostname.endsWith(`.${domain}`) || (hostname === domain && name === domain);
    });
}

/** What tells a proxy who asks, where its URL does. */
export function proxyHeaders({ username, password }: URL): Record<string, string> {
  if (!username) return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}

/** Connections to https origins through a proxy, which learns their names and nothing else. */
export function tunnelAgent(proxy: URL, options: HttpAgentOptions, timeoutMs: number): HttpsAgent {
  const https = require("node:https") as typeof import("node:https");
  const tls = require("node:tls") as typeof import("node:tls");
  const { request } = proxy.protocol === "https:" ? https : (require("node:http") as typeof import("node:http"));

  class TunnelAgent extends https.Agent {
    // Node calls back whoever returns no connection at once, which its types do not say.
    override createConnection(
      target: { host: string; port: number },
      done: (error: Error | null, socket?: Duplex) => void,
    ) {
      const authority = `${target.host}:${target.port}`;
      const { auth: _, ...where } = urlToHttpOptions(proxy);
      const headers = { host: authority, ...proxyHeaders(proxy) };
      const asked = request({
        ...where,
        method: "CONNECT",
        path: authority,
        headers,
        timeout: timeoutMs,
        agent: false,
      });
      const fail = (problem: string) => done(new Error(`the proxy ${proxy.origin} ${problem}`));
      asked
        .once("connect", ({ statusCode }, socket) => {
          if (statusCode !== 200) {
            socket.destroy();
            return fail(`answered with ${statusCode}`);
          }
          done(null, tls.connect({ ...target, socket, servername: target.host }));
        })
        .once("response", ({ statusCode }) => {
          asked.destroy();
          fail(`answered with ${statusCode}`);
        })
        .once("timeout", () => asked.destroy(new Error("does not answer")))
        .once("error", ({ message }) => fail(message))
        .end();
      return undefined as never;
    }
  }
  return new TunnelAgent(options);
}

import { invalidArgument } from "../../api";
import type { Environment } from "../../workloads";
import { isLoopback } from "../address";

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

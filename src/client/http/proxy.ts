import { invalidArgument } from "../../api";
import { isLoopbackHost } from "../../model";
import type { Environment } from "../../workloads";

/** Proxies from the standard environment variables HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */

/** The variables that name proxies. */
export const proxyVariables = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"] as const;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Returns the proxy for an origin, if any; loopback addresses never use one. Throws PlatformError INVALID_ARGUMENT. */
export function proxyFor(origin: URL, env: Environment): URL | undefined {
  const name = origin.protocol === "https:" ? "https_proxy" : "http_proxy";
  const variable = env[name] ? name : name.toUpperCase();
  const text = env[variable];
  if (!text || isLoopbackHost(origin.hostname) || isExempt(origin, env.no_proxy || env.NO_PROXY || ""))
    return undefined;
  const whole = text.includes("://") ? text : `http://${text}`;
  const proxy = URL.canParse(whole) ? new URL(whole) : undefined;
  // The value is not repeated, because it may contain a password.
  if (!proxy || !/^https?:$/.test(proxy.protocol))
    throw invalidArgument({ path: [variable], problem: "must be a URL such as http://proxy.example.com:3128" });
  return proxy;
}

/**
 * Reports whether a NO_PROXY list contains the host or a domain above it, optionally with a port; `*` matches every
 * host.
 */
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

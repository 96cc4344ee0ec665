import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An attacker's server that acts as an issuer and records what it receives. */
export interface Attacker {
  readonly issuer: string;
  /** Bodies and Authorization headers of all POST requests. */
  readonly received: readonly string[];
  /** Overrides members of its discovery document. */
  publish(members: Readonly<Record<string, unknown>>): void;
  close(): void;
}

/** Starts an issuer with a token endpoint of its own, whose discovery document may name endpoints of others. */
export async function startAttacker(): Promise<Attacker> {
  const received: string[] = [];
  let published: Readonly<Record<string, unknown>> = {};
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.method === "POST") received.push(`${request.headers.authorization ?? ""} ${body}`);
    const endpoints = {
      jwks_uri: `${issuer}/jwks`,
      token_endpoint: `${issuer}/token`,
      authorization_endpoint: `${issuer}/authorize`,
    };
    response.end(JSON.stringify({ issuer, ...endpoints, ...published, keys: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    received,
    publish: (members) => {
      published = members;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Issuer, startIssuer } from "../../../../src/issuer";

/** An issuer behind a relay that can run an action while the platform waits for a response. */
export interface Relay {
  readonly issuer: Issuer;
  /** Runs this before the response to the next request for a path, such as `/token`. */
  before(path: string, work: () => Promise<unknown>): void;
  close(): Promise<void>;
}

export async function startRelay(): Promise<Relay> {
  const pending = new Map<string, () => Promise<unknown>>();
  let issuer: Issuer;
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    let body = "";
    for await (const chunk of request) body += chunk;
    const { pathname } = new URL(url, issuer.url);
    const work = pending.get(pathname);
    pending.delete(pathname);
    await work?.();
    const kept = ["content-type", "authorization"].flatMap((name) => (headers[name] ? [[name, headers[name]!]] : []));
    const answer = await fetch(new URL(url, issuer.url), {
      method,
      headers: kept as [string, string][],
      redirect: "manual",
      ...(method === "POST" ? { body } : {}),
    });
    response.writeHead(
      answer.status,
      Object.fromEntries([...answer.headers].filter(([name]) => ["location", "content-type"].includes(name))),
    );
    response.end((await answer.text()).replaceAll(issuer.url, address));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  issuer = await startIssuer({ issuer: address });
  return {
    issuer,
    before: (path, work) => {
      pending.set(path, work);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await issuer.close();
    },
  };
}

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP load balancer that distributes connections among the nodes that are ready according to `/readyz`. */
export class Balancer {
  readonly #ready = new Set<string>();
  readonly #open = new Map<string, Set<Socket>>();
  readonly #server = createServer((socket) => this.#forward(socket));
  #next = 0;
  #isClosed = false;

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Adds a node; resolves when it is ready. */
  async add(baseUrl: string): Promise<void> {
    this.#open.set(baseUrl, new Set());
    await this.#probe(baseUrl);
    void (async () => {
      while (!this.#isClosed && this.#open.has(baseUrl)) {
        await new Promise((next) => setTimeout(next, 20));
        await this.#probe(baseUrl);
      }
    })();
  }

  remove(baseUrl: string): void {
    this.#open.delete(baseUrl);
    this.#ready.delete(baseUrl);
  }

  /** Resolves when a node is not ready and has no connections left. */
  async left(baseUrl: string): Promise<void> {
    while (this.#ready.has(baseUrl) || this.#open.get(baseUrl)!.size > 0)
      await new Promise((next) => setTimeout(next, 20));
  }

  close(): void {
    this.#isClosed = true;
    this.#server.close();
    for (const sockets of this.#open.values()) for (const socket of sockets) socket.destroy();
  }

  async #probe(baseUrl: string): Promise<void> {
    const isReady = await fetch(`${baseUrl}/readyz`, { headers: { connection: "close" } }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady && this.#open.has(baseUrl)) this.#ready.add(baseUrl);
    else this.#ready.delete(baseUrl);
  }

  #forward(client: Socket): void {
    const ready = [...this.#ready];
    const target = ready[this.#next++ % ready.length]!;
    const node = connect(Number(new URL(target).port), "127.0.0.1");
    const open = this.#open.get(target)!;
    open.add(node);
    node.on("close", () => open.delete(node));
    for (const [one, other] of [
      [client, node],
      [node, client],
    ] as const)
      one
        .on("error", () => {})
        .on("close", () => other.destroySoon())
        .pipe(other);
  }
}

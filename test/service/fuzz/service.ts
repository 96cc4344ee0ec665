import { Agent, request } from "node:http";
import { codes } from "../../../src/api";
import type { LogEntry } from "../../../src/service";
import { startPlatform, type TestPlatform } from "../../../src/testing";

/** A platform that receives arbitrary requests, and checks of every response. */

export interface Sent {
  readonly method: string;
  /** Sent verbatim: nothing resolves or encodes it. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export interface Fuzzed {
  readonly platform: TestPlatform;
  /** Sends a request, and checks that its response reveals nothing internal. */
  send(sent: Sent): Promise<Answered>;
  close(): Promise<void>;
}

export async function startFuzzed(): Promise<Fuzzed> {
  const failures: LogEntry[] = [];
  const platform = await startPlatform({ log: (entry) => entry.event === "request failed" && failures.push(entry) });
  const agent = new Agent({ keepAlive: true });
  return {
    platform,
    async send(sent) {
      const answered = await answerTo(platform.baseUrl, agent, sent);
      // The log contains the cause of an internal error; the response must not.
      expect(failures).toEqual([]);
      expectFit(answered, sent);
      expect(answered.text).not.toContain(platform.token);
      return answered;
    },
    async close() {
      agent.destroy();
      await platform.close();
    },
  };
}

function answerTo(baseUrl: string, agent: Agent, { method, path, headers = {}, body }: Sent): Promise<Answered> {
  const { hostname, port } = new URL(baseUrl);
  // Otherwise methods that seldom have bodies send them without a length, as if they were the next request.
  const framed = body === undefined ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path, headers: framed }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          type: response.headers["content-type"] ?? "",
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const numbers: readonly number[] = Object.values(codes).map(({ number }) => number);

/** Internal details: paths of the code, its libraries, its SQL. */
const internals =
  /node_modules|\.[jt]s:\d|\n\s+at |SQLITE|libsql|kysely|\bselect .* from\b|TypeError|RangeError|SyntaxError/i;

function expectFit({ status, type, text }: Answered, { method, path }: Sent): void {
  if (status >= 500) expect(status).toBe(501);
  expect(text).not.toMatch(internals);
  const isPage = /^\/oauth(?:\/callback)?(?:\?|$)/.test(path) && method === "GET";
  if (status < 400 || method === "HEAD" || isPage) return;
  expect(type).toBe("application/json; charset=utf-8");
  const { code, message, details, ...others } = JSON.parse(text);
  expect(others).toEqual({});
  expect(numbers).toContain(code);
  expect(message).toMatch(/^[A-Z][a-z ]+: ./);
  expect(details[0]).toMatchObject({ "@type": "type.googleapis.com/google.rpc.ErrorInfo" });
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";

type Parameters = Readonly<Record<string, unknown>>;
// The members that a caller reads depend on the method.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Result = any;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Result;
  readonly result?: Result;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

/** A headless Chromium, controlled through the pipes of its DevTools protocol. */
export class Chromium {
  readonly #pending = new Map<number, (message: Message) => void>();
  readonly #listeners = new Set<(message: Message) => void>();
  #lastId = 0;

  private constructor(
    private readonly child: ChildProcess,
    private readonly profile: string,
  ) {
    let rest = "";
    (child.stdio[4] as Readable).setEncoding("utf8").on("data", (chunk: string) => {
      const messages = (rest + chunk).split("\0");
      rest = messages.pop() ?? "";
      for (const text of messages) this.#receive(JSON.parse(text) as Message);
    });
  }

  static start(program: string): Chromium {
    const profile = mkdtempSync(path.join(tmpdir(), "chromium-"));
    const args = [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--remote-debugging-pipe",
      `--user-data-dir=${profile}`,
    ];
    const child = spawn(program, args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    return new Chromium(child, profile);
  }

  /** Opens a page, and waits until it is loaded. */
  async open(url: string, { width = 1280, height = 900, dark = false } = {}): Promise<Page> {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page((method, params) => this.send(method, params, sessionId));
    const loaded = new Promise<void>((resolve) => {
      this.#listeners.add((message) => {
        if (message.sessionId !== sessionId) return;
        if (message.method === "Page.loadEventFired") resolve();
        page.receive(message.method ?? "", message.params);
      });
    });
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    const features = [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }];
    await page.send("Emulation.setEmulatedMedia", { features });
    await page.send("Page.navigate", { url });
    await loaded;
    return page;
  }

  send(method: string, params: Parameters = {}, sessionId?: string): Promise<Result> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      );
      (this.child.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  async close(): Promise<void> {
    const closed = once(this.child, "close");
    // Its other processes write to the profile until it has closed by itself.
    await this.send("Browser.close");
    await closed;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #receive(message: Message): void {
    if (message.id === undefined) for (const listener of this.#listeners) listener(message);
    else {
      this.#pending.get(message.id)?.(message);
      this.#pending.delete(message.id);
    }
  }
}

export class Page {
  /** Errors of scripts, and violations of the content security policy. */
  readonly errors: string[] = [];
  readonly requests: string[] = [];

  constructor(readonly send: (method: string, params?: Parameters) => Promise<Result>) {}

  receive(method: string, params: Result): void {
    if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description ?? "");
    if (method === "Log.entryAdded" && params.entry.level === "error") this.errors.push(params.entry.text);
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
  }

  /** Returns the JSON value of an expression. */
  async evaluate(expression: string): Promise<Result> {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Presses a key, such as `Tab` or `Enter`. */
  async press(key: string): Promise<void> {
    const codes: Readonly<Record<string, number>> = { Tab: 9, Enter: 13, " ": 32 };
    const event = {
      key,
      code: key === " " ? "Space" : key,
      windowsVirtualKeyCode: codes[key],
      ...(key === "Tab" ? {} : { text: key === "Enter" ? "\r" : key }),
    };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  /** Types text into what has the focus. */
  type(text: string): Promise<void> {
    return this.send("Input.insertText", { text });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from((await this.send("Page.captureScreenshot", { format: "png" })).data, "base64");
  }
}

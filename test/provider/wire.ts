import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Provider, Type, Value, ValueRecord } from "../../src/provider/plugin";
import type { Message } from "../../src/provider/plugin/protocol/messages";
import { pluginMethods } from "../../src/provider/plugin/rpc";
import { createPluginServer } from "../../src/provider/plugin/server";
import { decodeValue, encodeValue } from "../../src/provider/plugin/values/cty-msgpack";
import { WireClient } from "./plugin/client";

/** Calls a provider over the protocol within this process, for features that no engine here uses. */
export interface Wired {
  readonly client: WireClient;
  close(): void;
}

export async function wired(provider: Provider): Promise<Wired> {
  const directory = mkdtempSync(path.join(tmpdir(), "wired-"));
  const socket = path.join(directory, "plugin");
  const plugin = createPluginServer(pluginMethods({ load: () => provider, shutdown: () => {} }), undefined);
  const server = createServer((connection) => plugin.accept(connection));
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const client = await WireClient.connect({ network: "unix", address: socket });
  return {
    client,
    close() {
      client.close();
      server.close();
      rmSync(directory, { recursive: true });
    },
  };
}

export const toWire = (type: Type, value: Value) => ({ msgpack: encodeValue(type, value) });

export const fromWire = (type: Type, value: Message<"DynamicValue"> | undefined): ValueRecord =>
  decodeValue(type, value!.msgpack) as ValueRecord;

/** What a plugin loads after its handshake, in one file. */
export { pluginMethods } from "./rpc";
export { createPluginServer } from "./transport/server";

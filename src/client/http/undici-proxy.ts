/** Loaded only if a proxy is used. Imports undici's index, because ProxyAgent depends on its initialization. */
export { ProxyAgent } from "undici";

/** What requests through a proxy need of undici, whose index sets up parts of its agents. */
export { ProxyAgent } from "undici";

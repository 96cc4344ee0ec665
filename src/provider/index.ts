/**
 * The Terraform provider: plan, apply, read, import and drift, all of them derived from the model. What Terraform's
 * protocol is, plugin/ knows; what a resource type is, the model; how the service is called, the client. This folder
 * joins the three and names no single type.
 */
export { type Installed, type InstallOptions, installProvider, platforms, providerSource } from "./install";
export { createProvider } from "./provider";

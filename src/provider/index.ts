/**
 * The Terraform provider: plan, apply, read, import and drift detection, all derived from the model. The Terraform
 * protocol lives in plugin/, resource types in the model, and requests in the client. This folder connects the three
 * and names no resource type.
 */
export { type Installation, type InstallOptions, installProvider, platforms, providerSource } from "./install";
export { createProvider } from "./provider";

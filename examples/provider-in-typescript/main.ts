import { serve } from "platform-iac/provider/plugin/serve";

/** The program that Terraform starts. It prints its address before it loads the provider. */
serve({
  address: "registry.terraform.io/examples/dotenv",
  version: "1.0.0",
  load: () => (require("./provider") as typeof import("./provider")).createProvider(),
});

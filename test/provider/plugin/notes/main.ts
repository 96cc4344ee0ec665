/** The entry point of the provider process that the tests start. */

import { serve } from "../../../../src/provider/plugin/serve";

serve({
  address: "registry.terraform.io/tests/notes",
  version: "1.2.3",
  load: () => (require("./provider") as typeof import("./provider")).createProvider(),
});

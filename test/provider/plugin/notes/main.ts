/** The entry of the provider that the tests run as a process. */

import { serve } from "../../../../src/provider/plugin/serve";

serve({
  address: "registry.terraform.io/tests/notes",
  version: "1.2.3",
  load: () => (require("./provider") as typeof import("./provider")).createProvider(),
});

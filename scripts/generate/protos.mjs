/** The .proto text of the platform's own packages, from the model. */
import { load } from "./load.mjs";

/** The files by their paths: `platform/iam/v2beta1/groups.proto`. */
export async function protos() {
  const { files, protoText } = await load("src/service/grpc/proto/index.ts");
  return Object.fromEntries(files.map((file) => [file.path, protoText(file, files)]));
}

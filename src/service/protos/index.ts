/**
 * The protobuf side of the model: files as data, generated from definitions or written here, the runtime descriptors,
 * and the published .proto text. This folder knows nothing of transports.
 */
import { apiVersions } from "../../api";
import { collectionDefinitions } from "../../model";
import type { ProtoFile } from "./file";
import { platformFiles } from "./platform";
import { inPackages } from "./rename";
import { resourceFile } from "./resource";
import { v1Files } from "./v1";

export { rpcName } from "./custom-methods";
export { registryOf } from "./descriptors";
export type { ProtoFile } from "./file";
export { googleRpcFiles, STATUS } from "./google-rpc";
export { grpcFiles, HEALTH, reflectionPackages } from "./grpc";
export { TOKEN_SERVICE } from "./platform";
export { prefixed } from "./rename";
export { methodName, serviceName } from "./resource";
export { protoText } from "./text";
export { type V1Operation, v1MethodName, v1OperationsOf, v1ServiceName } from "./v1";

const [documentedVersion, ...otherVersions] = apiVersions;
const resourceFiles = collectionDefinitions.map(resourceFile);

/** The files whose .proto text is published: those of the other API versions differ only in the package. */
export const publishedFiles: readonly ProtoFile[] = [...platformFiles, ...resourceFiles, ...v1Files];

/** All of the platform's own files, ordered so that imports come first. */
export const files: readonly ProtoFile[] = [
  ...publishedFiles,
  ...otherVersions.flatMap((version) =>
    inPackages(resourceFiles, (name) => name.replace(documentedVersion, () => version)),
  ),
];

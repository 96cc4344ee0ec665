/**
 * The service over gRPC: services of the platform's own and gRPC's, on connections that the server in front hands over.
 * What calls do is said in operations; what messages look like, in proto.
 */
export { createGrpc, type GrpcOptions, type GrpcServer } from "./server";

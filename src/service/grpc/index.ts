/**
 * The service over gRPC: the platform's own services and gRPC's standard ones, on connections passed on by the HTTP
 * server. The operations implement the calls; the folder protos defines the messages.
 */
export { createGrpc, type GrpcOptions, type GrpcServer } from "./server";

// Generated from src/model by `npm run generate`.
export * from "./access";
export * from "./account-association";
export * from "./advisory";
export * from "./built-in-roles";
export * from "./group";
export * from "./group-access";
export * from "./group-invite";
export * from "./identity";
export * from "./identity-provider";
export * from "./lookups";
export * from "./provider-args";
export * from "./repo";
export * from "./role";
export * from "./role-binding";
export * from "./tag";

/** The definitions by name, as the tests of the model use them. */
import { registry } from "../../src/model";

export { check, dotted } from "../../src/model";
export const {
  groups: group,
  identities: identity,
  roles: role,
  roleBindings: roleBinding,
  repos: repo,
  tags: tag,
} = registry;

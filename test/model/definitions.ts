/** The definitions that the tests of the model use. */
import { registry } from "../../src/model";

export { check, formatPath } from "../../src/model";
export const {
  groups: group,
  identities: identity,
  roles: role,
  roleBindings: roleBinding,
  repos: repo,
  tags: tag,
} = registry;

import { capabilitiesFor } from "../capabilities";
import { type Fields, isInput } from "../field";
import { list, object, reference, set } from "../kinds";
import { defineResource } from "../resource";
import { text, uid } from "./common";
import { roleBinding } from "./role-binding";

/** A role binding's inputs. As elements of a set, they are all replaced in place. */
const grantFields: Fields = Object.fromEntries(
  Object.entries(roleBinding.fields)
    .filter(([, field]) => isInput(field))
    .map(([name, field]) => [name, { ...field, immutable: false }]),
);

const removedBinding = object(
  {
    uid: text(1, "The uid of the role binding."),
    identityUid: reference("Identity", { number: 2, description: "The uid of the identity." }),
    identityName: text(3, "The identity's name."),
    roleUid: reference("Role", { number: 4, description: "The uid of the role." }),
    roleName: text(5, "The role's name."),
  },
  { number: 3, typeName: "GroupAccess.RemovedBinding", output: true, description: "A removed role binding." },
);

/** All role bindings of a group as one resource. The API has no such type: it consists of role bindings. */
export const groupAccess = defineResource({
  name: "GroupAccess",
  plural: "groupAccess",
  domain: "iam",
  description:
    "All role bindings directly in a group. Role bindings that its grants do not contain are removed, and the plan names them.",
  parent: { type: "Group", attribute: "groupUid" },
  uid: "parent",
  operations: ["get", "create", "update", "delete"],
  capabilities: capabilitiesFor("role_bindings"),
  filters: {},
  pageSizeNumber: 1,
  unique: [],
  fields: {
    uid: uid("The uid of the group."),
    grants: set(
      object(grantFields, { number: 2, typeName: "GroupAccess.Grant", description: "A role granted to an identity." }),
      {
        number: 2,
        required: true,
        minItems: 1,
        maxItems: 100_000,
        keyedBy: roleBinding.unique,
        description:
          "The role bindings that the group has, and no others: each grants a role to an identity, in the group and everything below it.",
      },
    ),
    removedBindings: list(removedBinding, {
      number: 3,
      output: true,
      inManagedState: true,
      description: "The role bindings that the last change removed because the grants did not contain them.",
    }),
  },
});

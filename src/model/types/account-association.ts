import { capabilitiesFor } from "../capabilities";
import { int64, list, map, object, reference, string } from "../kinds";
import { defineResource } from "../resource";
import { awsAccountId, createTime, description, name, nameFilter, text, uid, updateTime } from "./common";

const installation = object(
  {
    installationId: int64({ number: 1, required: true, description: "The installation's ID." }),
    name: text(2, "The installation's name."),
  },
  { number: 1, typeName: "AccountAssociation.GitHubInstallation", description: "An installation of the GitHub App." },
);

const appInstallations = object(
  { installations: list(installation, { number: 1, description: "The app's installations." }) },
  {
    number: 2,
    typeName: "AccountAssociation.GitHubAppInstallations",
    description: "The installations of one GitHub App.",
  },
);

export const accountAssociation = defineResource({
  name: "AccountAssociation",
  plural: "accountAssociations",
  domain: "iam",
  description: "The cloud provider accounts associated with a group. A group has at most one association.",
  parent: { type: "Group", attribute: "groupUid" },
  uid: "parent",
  operations: ["list", "get", "create", "update", "delete"],
  capabilities: capabilitiesFor("account_associations"),
  filters: { name: nameFilter(2) },
  pageSizeNumber: 3,
  unique: [],
  fields: {
    uid: uid("The association's unique identifier, equal to its group's."),
    name: name(2, "The association's name."),
    description: description(3),
    amazon: object(
      {
        account: string({
          number: 1,
          required: true,
          ...awsAccountId,
          description: "The AWS account ID.",
        }),
      },
      { number: 4, typeName: "AccountAssociation.Amazon", description: "The AWS account." },
    ),
    google: object(
      { projectId: text(1, "The project's ID."), projectNumber: text(2, "The project's number.") },
      { number: 5, typeName: "AccountAssociation.Google", description: "The Google Cloud project." },
    ),
    // The API's name for the platform itself.
    chainguard: object(
      {
        serviceBindings: map(reference("Identity", { number: 2, description: "The identity's uid." }), {
          number: 1,
          description: "The identities that the platform's services assume, keyed by service name.",
        }),
      },
      {
        number: 7,
        typeName: "AccountAssociation.Chainguard",
        description: "The identities that the platform's services may assume for the group.",
      },
    ),
    azure: object(
      {
        tenantId: text(1, "The tenant's ID."),
        clientIds: map(text(2, "A client ID."), {
          number: 2,
          description: "Client IDs, keyed by purpose.",
        }),
      },
      { number: 8, typeName: "AccountAssociation.Azure", description: "The Azure tenant." },
    ),
    createTime: createTime(9),
    updateTime: updateTime(10),
    github: object(
      {
        appInstallations: map(appInstallations, {
          number: 2,
          keys: "int64",
          description: "Installations, keyed by app ID.",
        }),
      },
      { number: 11, typeName: "AccountAssociation.GitHub", description: "The group's GitHub App installations." },
    ),
  },
});

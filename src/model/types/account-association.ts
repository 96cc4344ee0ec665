import { capabilitiesFor } from "../capabilities";
import { int64, list, map, object, reference, string } from "../kinds";
import { defineResource } from "../resource";
import { createTime, description, name, nameFilter, text, uid, updateTime } from "./common";

const installation = object(
  {
    installationId: int64({ number: 1, required: true, description: "The number of the installation." }),
    name: text(2, "What it is called."),
  },
  { number: 1, typeName: "AccountAssociation.GitHubInstallation", description: "An installation of the app." },
);

const appInstallations = object(
  { installations: list(installation, { number: 1, description: "The installations of the app." }) },
  { number: 2, typeName: "AccountAssociation.GitHubAppInstallations", description: "The installations of one app." },
);

export const accountAssociation = defineResource({
  name: "AccountAssociation",
  plural: "accountAssociations",
  domain: "iam",
  description: "The accounts at other providers that belong to a group. A group has at most one.",
  parent: { type: "Group", attribute: "groupUid" },
  uid: "parent",
  operations: ["list", "get", "create", "update", "delete"],
  capabilities: capabilitiesFor("account_associations"),
  filters: { name: nameFilter(2) },
  pageSizeNumber: 3,
  unique: [],
  fields: {
    uid: uid("The association's unique identifier: its group's."),
    name: name(2, "The association's name."),
    description: description(3),
    amazon: object(
      {
        account: string({
          number: 1,
          required: true,
          pattern: /^[0-9]{12}$/,
          description: "The AWS account: 12 digits.",
        }),
      },
      { number: 4, typeName: "AccountAssociation.Amazon", description: "The account at Amazon." },
    ),
    google: object(
      { projectId: text(1, "The id of the project."), projectNumber: text(2, "The number of the project.") },
      { number: 5, typeName: "AccountAssociation.Google", description: "The project at Google." },
    ),
    // The API's name for the platform itself.
    chainguard: object(
      {
        serviceBindings: map(reference("Identity", { number: 2, description: "The uid of an identity." }), {
          number: 1,
          description: "The identities that the platform's services act as, by the name of the service.",
        }),
      },
      {
        number: 7,
        typeName: "AccountAssociation.Chainguard",
        description: "What the platform's own services may act as for the group.",
      },
    ),
    azure: object(
      {
        tenantId: text(1, "The id of the tenant."),
        clientIds: map(text(2, "The id of a client."), {
          number: 2,
          description: "The ids of clients, by what they are for.",
        }),
      },
      { number: 8, typeName: "AccountAssociation.Azure", description: "The tenant at Azure." },
    ),
    createTime: createTime(9),
    updateTime: updateTime(10),
    github: object(
      {
        appInstallations: map(appInstallations, {
          number: 2,
          keys: "int64",
          description: "Installations, by the number of the app.",
        }),
      },
      { number: 11, typeName: "AccountAssociation.GitHub", description: "The installations of apps at GitHub." },
    ),
  },
});

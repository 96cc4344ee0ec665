import { AccountAssociation, getGroupOutput } from "platform-iac/pulumi";

export const accounts = new AccountAssociation("accounts", {
  groupUid: getGroupOutput({ name: "acme" }).uid,
  name: "accounts",
  amazon: { account: "123456789012" },
});

import { getGroupOutput, Role } from "platform-iac/pulumi";

export const releaser = new Role("releaser", {
  groupUid: getGroupOutput({ name: "acme" }).uid,
  name: "releaser",
  description: "Pushes images and moves tags.",
  capabilities: ["repo.list", "manifest.create", "tag.create", "tag.update"],
});

# Built-in roles, and those of groups that the identity may see.
data "platform_roles" "all" {}

output "roles_that_delete_groups" {
  value = [for role in data.platform_roles.all.roles : role.name if contains(role.capabilities, "groups.delete")]
}

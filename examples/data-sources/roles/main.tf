# Built-in roles, and those of groups visible to the provider's identity.
data "platform_roles" "all" {}

output "roles_that_delete_groups" {
  value = [for role in data.platform_roles.all.roles : role.name if contains(role.capabilities, "groups.delete")]
}

data "platform_group" "organization" {
  name = "acme"
}

data "platform_role_bindings" "all" {
  group_uid = data.platform_group.organization.uid
}

# Role bindings have no names and are looked up by uid.
data "platform_role_binding" "first" {
  uid = data.platform_role_bindings.all.role_bindings[0].uid
}

output "first" {
  value = "${data.platform_role_binding.first.identity.name} is ${data.platform_role_binding.first.role.name}"
}

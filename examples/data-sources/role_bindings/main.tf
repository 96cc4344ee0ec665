data "platform_group" "organization" {
  name = "acme"
}

data "platform_identity" "auditor" {
  name           = "auditor"
  descendants_of = data.platform_group.organization.uid
}

# All role bindings of one identity.
data "platform_role_bindings" "auditor" {
  descendants_of = data.platform_group.organization.uid
  identity_uid   = data.platform_identity.auditor.uid
}

output "auditor" {
  value = [for binding in data.platform_role_bindings.auditor.role_bindings : "${binding.role.name} in ${binding.group.name}"]
}

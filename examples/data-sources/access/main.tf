data "platform_group" "organization" {
  name = "acme"
}

data "platform_identities" "all" {
  descendants_of = data.platform_group.organization.uid
}

data "platform_access" "first" {
  identity_uid = data.platform_identities.all.identities[0].uid
  group_uid    = data.platform_group.organization.uid
}

# What an identity may do in a group, and through which role bindings.
output "first" {
  value = {
    may_read = contains(data.platform_access.first.capabilities, "groups.list")
    bindings = [for binding in data.platform_access.first.bindings : "${binding.role_name} in ${binding.group_path}"]
  }
}

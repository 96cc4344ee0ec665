data "platform_group" "organization" {
  name = "acme"
}

data "platform_group" "production" {
  name           = "production"
  descendants_of = data.platform_group.organization.uid
}

# The group's parent, without a request.
output "parent_uid" {
  value = provider::platform::uid_parent(data.platform_group.production.uid)
}

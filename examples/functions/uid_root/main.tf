data "platform_group" "organization" {
  name = "acme"
}

data "platform_group" "production" {
  name           = "production"
  descendants_of = data.platform_group.organization.uid
}

# The organization of any uid.
output "organization" {
  value = provider::platform::uid_root(data.platform_group.production.uid)
}

data "platform_group" "organization" {
  name = "acme"
}

data "platform_group" "production" {
  name           = "production"
  descendants_of = data.platform_group.organization.uid
}

# Whose group it is, without asking for it.
output "held_by" {
  value = provider::platform::uid_parent(data.platform_group.production.uid)
}

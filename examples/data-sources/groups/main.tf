data "platform_group" "organization" {
  name = "acme"
}

data "platform_groups" "all" {
  descendants_of = data.platform_group.organization.uid
}

output "groups" {
  value = { for group in data.platform_groups.all.groups : group.uid => group.name }
}

data "platform_group" "organization" {
  name = "acme"
}

data "platform_group_invites" "open" {
  descendants_of = data.platform_group.organization.uid
}

output "invited" {
  value = data.platform_group_invites.open.group_invites[*].email
}

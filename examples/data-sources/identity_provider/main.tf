data "platform_group" "organization" {
  name = "acme"
}

data "platform_identity_provider" "staff" {
  name      = "staff"
  group_uid = data.platform_group.organization.uid
}

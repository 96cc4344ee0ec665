data "platform_group" "organization" {
  name = "acme"
}

data "platform_account_associations" "all" {
  descendants_of = data.platform_group.organization.uid
}

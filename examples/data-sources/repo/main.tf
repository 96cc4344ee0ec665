data "platform_group" "organization" {
  name = "acme"
}

data "platform_repo" "payments_api" {
  name           = "payments-api"
  descendants_of = data.platform_group.organization.uid
}

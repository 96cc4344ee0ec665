data "platform_group" "organization" {
  name = "acme"
}

resource "platform_repo" "payments_api" {
  group_uid    = data.platform_group.organization.uid
  name         = "payments-api"
  description  = "Images of the payments API."
  catalog_tier = "CATALOG_TIER_APPLICATION"
  bundles      = ["payments"]
}

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

# A repo with a readme that mirrors another repo until a fixed date. The service chooses unset values of `active_tags` and `sync_config`.
resource "platform_repo" "mirror" {
  group_uid   = data.platform_group.organization.uid
  name        = "mirror"
  readme      = "# Mirror\n\nA copy of the images that are built elsewhere."
  active_tags = ["latest"]
  sync_config = {
    source          = platform_repo.payments_api.uid
    expiration_time = "2030-01-01T00:00:00Z"
    grace_period    = true
  }
}

data "platform_group" "organization" {
  name = "acme"
}

resource "platform_repo" "storefront" {
  group_uid = data.platform_group.organization.uid
  name      = "storefront"
}

resource "platform_tag" "stable" {
  repo_uid = platform_repo.storefront.uid
  name     = "stable"
  digest   = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
}

data "platform_group" "organization" {
  name = "acme"
}

data "platform_repo" "storefront" {
  name      = "storefront"
  group_uid = data.platform_group.organization.uid
}

data "platform_tag" "stable" {
  name     = "stable"
  repo_uid = data.platform_repo.storefront.uid
}

output "digest" {
  value = data.platform_tag.stable.digest
}

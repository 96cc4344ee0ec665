data "platform_group" "organization" {
  name = "acme"
}

# Where no built-in role fits: exactly what a release needs.
resource "platform_role" "releaser" {
  group_uid    = data.platform_group.organization.uid
  name         = "releaser"
  description  = "Sees repos, and sets their tags."
  capabilities = ["repo.list", "tag.create", "tag.list", "tag.update"]
}

data "platform_group" "organization" {
  name = "acme"
}

# A custom role with exactly the capabilities of a release.
resource "platform_role" "releaser" {
  group_uid    = data.platform_group.organization.uid
  name         = "releaser"
  description  = "Lists repos and manages their tags."
  capabilities = ["repo.list", "tag.create", "tag.list", "tag.update"]
}

# A built-in role: a name alone matches only these.
data "platform_role" "viewer" {
  name = "viewer"
}

data "platform_group" "organization" {
  name = "acme"
}

# A custom role.
data "platform_role" "releaser" {
  name      = "releaser"
  group_uid = data.platform_group.organization.uid
}

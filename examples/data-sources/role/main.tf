# A built-in role: its name is enough, and finds no other.
data "platform_role" "viewer" {
  name = "viewer"
}

data "platform_group" "organization" {
  name = "acme"
}

# A role of one's own.
data "platform_role" "releaser" {
  name      = "releaser"
  group_uid = data.platform_group.organization.uid
}

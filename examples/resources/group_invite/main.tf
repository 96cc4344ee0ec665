data "platform_group" "organization" {
  name = "acme"
}

data "platform_role" "viewer" {
  name = "viewer"
}

# Deleted when it expires, or when a single-use invite is redeemed: a later apply then creates another.
resource "platform_group_invite" "newcomer" {
  group_uid  = data.platform_group.organization.uid
  role_uid   = data.platform_role.viewer.uid
  email      = "newcomer@example.com"
  ttl        = "604800s"
  single_use = true
}

# The code redeems the invite. The service returns it only on create.
output "code" {
  value     = platform_group_invite.newcomer.code
  sensitive = true
}

data "platform_group" "organization" {
  name = "acme"
}

data "platform_role" "viewer" {
  name = "viewer"
}

# Gone once it expires, or is redeemed if for a single use: an apply after that makes another, unless it is removed from here.
resource "platform_group_invite" "newcomer" {
  group_uid  = data.platform_group.organization.uid
  role_uid   = data.platform_role.viewer.uid
  email      = "newcomer@example.com"
  ttl        = "604800s"
  single_use = true
}

# It redeems the invite, and the service answers it only once: to the create.
output "code" {
  value     = platform_group_invite.newcomer.code
  sensitive = true
}

# The organization exists already: a name alone matches only root groups.
data "platform_group" "organization" {
  name = "acme"
}

resource "platform_group" "payments" {
  parent_uid  = data.platform_group.organization.uid
  name        = "payments"
  description = "Resources of the payments team."
}

# Groups can be nested. A role granted in a group also applies to all groups below.
resource "platform_group" "production" {
  parent_uid = platform_group.payments.uid
  name       = "production"
}

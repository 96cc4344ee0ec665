# The organization is there already: a name alone finds what stands at the top.
data "platform_group" "organization" {
  name = "acme"
}

resource "platform_group" "payments" {
  parent_uid  = data.platform_group.organization.uid
  name        = "payments"
  description = "What the payments team builds."
}

# Groups hold groups. A role that is granted in one counts in all that lie below.
resource "platform_group" "production" {
  parent_uid = platform_group.payments.uid
  name       = "production"
}

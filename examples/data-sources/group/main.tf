# A group at the top: an organization.
data "platform_group" "organization" {
  name = "acme"
}

# A group directly in another.
data "platform_group" "payments" {
  name       = "payments"
  parent_uid = data.platform_group.organization.uid
}

# A group anywhere below another.
data "platform_group" "production" {
  name           = "production"
  descendants_of = data.platform_group.organization.uid
}

# A root group: an organization.
data "platform_group" "organization" {
  name = "acme"
}

# A group with a given parent.
data "platform_group" "payments" {
  name       = "payments"
  parent_uid = data.platform_group.organization.uid
}

# A group anywhere below an ancestor.
data "platform_group" "production" {
  name           = "production"
  descendants_of = data.platform_group.organization.uid
}

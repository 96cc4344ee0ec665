data "platform_group" "organization" {
  name = "acme"
}

# Without those that only name a date or an epoch.
data "platform_tags" "lasting" {
  descendants_of = data.platform_group.organization.uid
  include_dates  = false
  include_epochs = false
}

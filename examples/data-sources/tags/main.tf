data "platform_group" "organization" {
  name = "acme"
}

# With those that only name a date or an epoch, which lists leave out.
data "platform_tags" "all" {
  descendants_of = data.platform_group.organization.uid
  include_dates  = true
  include_epochs = true
}

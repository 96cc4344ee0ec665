data "platform_group" "organization" {
  name = "acme"
}

# Includes tags that end in a date or an epoch, which lists exclude by default.
data "platform_tags" "all" {
  descendants_of = data.platform_group.organization.uid
  include_dates  = true
  include_epochs = true
}

data "platform_group" "organization" {
  name = "acme"
}

data "platform_account_association" "warehouse" {
  name           = "warehouse"
  descendants_of = data.platform_group.organization.uid
}

output "aws_account" {
  value = data.platform_account_association.warehouse.amazon.account
}

data "platform_group" "organization" {
  name = "acme"
}

resource "platform_group" "warehouse" {
  parent_uid = data.platform_group.organization.uid
  name       = "warehouse"
}

# A group has at most one association. It names the accounts of all providers.
resource "platform_account_association" "warehouse" {
  group_uid = platform_group.warehouse.uid
  name      = "warehouse"
  amazon    = { account = "123456789012" }
  google    = { project_id = "acme-warehouse", project_number = "1234567890" }
}

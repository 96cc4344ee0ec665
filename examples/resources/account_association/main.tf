data "platform_group" "organization" {
  name = "acme"
}

resource "platform_group" "warehouse" {
  parent_uid = data.platform_group.organization.uid
  name       = "warehouse"
}

# The identity that one of the platform's services uses for this group.
resource "platform_identity" "ingester" {
  group_uid         = platform_group.warehouse.uid
  name              = "ingester"
  service_principal = "SERVICE_PRINCIPAL_INGESTER"
}

# A group has at most one association, with the accounts of all cloud providers.
resource "platform_account_association" "warehouse" {
  group_uid = platform_group.warehouse.uid
  name      = "warehouse"
  amazon    = { account = "123456789012" }
  google    = { project_id = "acme-warehouse", project_number = "1234567890" }

  # Keys are service names.
  chainguard = { service_bindings = { INGESTER = platform_identity.ingester.uid } }
}

data "platform_group" "organization" {
  name = "acme"
}

resource "platform_group" "warehouse" {
  parent_uid = data.platform_group.organization.uid
  name       = "warehouse"
}

# What one of the platform's own services acts as where it works for the group.
resource "platform_identity" "ingester" {
  group_uid         = platform_group.warehouse.uid
  name              = "ingester"
  service_principal = "SERVICE_PRINCIPAL_INGESTER"
}

# A group has at most one association. It names the accounts of all providers.
resource "platform_account_association" "warehouse" {
  group_uid = platform_group.warehouse.uid
  name      = "warehouse"
  amazon    = { account = "123456789012" }
  google    = { project_id = "acme-warehouse", project_number = "1234567890" }

  # By the names of services.
  chainguard = { service_bindings = { INGESTER = platform_identity.ingester.uid } }
}

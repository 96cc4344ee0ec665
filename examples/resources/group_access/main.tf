data "platform_group" "organization" {
  name = "acme"
}

data "platform_role" "owner" {
  name = "owner"
}

data "platform_role" "viewer" {
  name = "viewer"
}

resource "platform_group" "payments" {
  parent_uid = data.platform_group.organization.uid
  name       = "payments"
}

resource "platform_identity" "deploy" {
  group_uid = platform_group.payments.uid
  name      = "deploy"
  claim_match = {
    issuer  = "https://token.actions.githubusercontent.com"
    subject = "repo:acme/payments:ref:refs/heads/main"
  }
}

resource "platform_identity" "audit" {
  group_uid = platform_group.payments.uid
  name      = "audit"
  claim_match = {
    issuer  = "https://token.actions.githubusercontent.com"
    subject = "repo:acme/audit:ref:refs/heads/main"
  }
}

# All role bindings directly in the group: any other is removed.
resource "platform_group_access" "payments" {
  group_uid = platform_group.payments.uid
  grants = [
    { identity_uid = platform_identity.deploy.uid, role_uid = data.platform_role.owner.uid },
    { identity_uid = platform_identity.audit.uid, role_uid = data.platform_role.viewer.uid },
  ]
}

data "platform_group" "organization" {
  name = "acme"
}

data "platform_role" "owner" {
  name = "owner"
}

data "platform_role" "viewer" {
  name = "viewer"
}

resource "platform_group" "billing" {
  parent_uid = data.platform_group.organization.uid
  name       = "billing"
}

resource "platform_identity" "deploy" {
  group_uid = platform_group.billing.uid
  name      = "deploy"
  claim_match = {
    issuer  = "https://token.actions.githubusercontent.com"
    subject = "repo:acme/billing:ref:refs/heads/main"
  }
}

resource "platform_identity" "audit" {
  group_uid = platform_group.billing.uid
  name      = "audit"
  claim_match = {
    issuer  = "https://token.actions.githubusercontent.com"
    subject = "repo:acme/audit:ref:refs/heads/main"
  }
}

# All role bindings directly in the group: any other is removed.
resource "platform_group_access" "billing" {
  group_uid = platform_group.billing.uid
  grants = [
    { identity_uid = platform_identity.deploy.uid, role_uid = data.platform_role.owner.uid },
    { identity_uid = platform_identity.audit.uid, role_uid = data.platform_role.viewer.uid },
  ]
}

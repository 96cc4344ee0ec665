data "platform_group" "organization" {
  name = "acme"
}

# Without a group, a name matches only built-in roles.
data "platform_role" "viewer" {
  name = "viewer"
}

resource "platform_identity" "auditor" {
  group_uid = data.platform_group.organization.uid
  name      = "auditor"
  claim_match = {
    issuer  = "https://token.actions.githubusercontent.com"
    subject = "repo:acme/audit:ref:refs/heads/main"
  }
}

# The auditor can read the organization and everything below it.
resource "platform_role_binding" "auditor_viewer" {
  group_uid    = data.platform_group.organization.uid
  identity_uid = platform_identity.auditor.uid
  role_uid     = data.platform_role.viewer.uid
}

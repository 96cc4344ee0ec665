data "platform_group" "organization" {
  name = "acme"
}

data "platform_role" "viewer" {
  name = "viewer"
}

# Only an organization, a group at the top, has identity providers.
resource "platform_identity_provider" "staff" {
  group_uid    = data.platform_group.organization.uid
  name         = "staff"
  default_role = data.platform_role.viewer.uid
  oidc = {
    issuer            = "https://login.example.com"
    client_id         = "platform"
    pkce_enabled      = true
    additional_scopes = ["email", "profile"]
  }
}

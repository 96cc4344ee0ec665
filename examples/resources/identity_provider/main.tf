data "platform_group" "organization" {
  name = "acme"
}

data "platform_role" "viewer" {
  name = "viewer"
}

data "platform_role" "editor" {
  name = "editor"
}

# Given to each run and kept nowhere, neither in a plan nor in the state.
variable "client_secret" {
  type      = string
  sensitive = true
  ephemeral = true
}

# Only an organization, a group at the top, has identity providers.
resource "platform_identity_provider" "staff" {
  group_uid    = data.platform_group.organization.uid
  name         = "staff"
  default_role = data.platform_role.viewer.uid
  oidc = {
    issuer            = "https://login.example.com"
    client_id         = "platform"
    client_secret     = var.client_secret
    additional_scopes = ["email", "profile", "groups"]

    # Only people of this domain may log in.
    required_claims = { hd = "example.com" }

    # Members of this group of the identity provider can change what the organization has, for as long as they are members.
    groups_claim = "groups"
    role_mappings = [{
      claim_value = "platform-editors"
      role_uid    = data.platform_role.editor.uid
    }]

    # Since the secret is not kept, only another version says that it changed.
    client_secret_version = "1"
  }
}

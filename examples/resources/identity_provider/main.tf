data "platform_group" "organization" {
  name = "acme"
}

data "platform_role" "viewer" {
  name = "viewer"
}

data "platform_role" "editor" {
  name = "editor"
}

# Passed to each run, and not stored in plans or the state.
variable "client_secret" {
  type      = string
  sensitive = true
  ephemeral = true
}

# Identity providers belong to an organization, a root group.
resource "platform_identity_provider" "staff" {
  group_uid    = data.platform_group.organization.uid
  name         = "staff"
  default_role = data.platform_role.viewer.uid
  oidc = {
    issuer            = "https://login.example.com"
    client_id         = "platform"
    client_secret     = var.client_secret
    additional_scopes = ["email", "profile", "groups"]

    # Only users of this domain may log in.
    required_claims = { hd = "example.com" }

    # Members of this group at the identity provider are editors of the organization while they are members.
    groups_claim = "groups"
    role_mappings = [{
      claim_value = "platform-editors"
      role_uid    = data.platform_role.editor.uid
    }]

    # The secret is write-only; change the version to send a new value.
    client_secret_version = "1"
  }
}

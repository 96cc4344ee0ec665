variable "organization" {}

locals {
  viewer = "46b1ffbbbcfa3f8b5d1dccae2e529907aba511f0"
}

resource "platform_group" "team" {
  parent_uid  = var.organization
  name        = "team"
  description = "A team."
}

resource "platform_identity" "pipeline" {
  group_uid = platform_group.team.uid
  name      = "pipeline"
  claim_match = {
    issuer  = "https://issuer.example.com"
    subject = "main"
    claims  = { environment = "production" }
  }
}

resource "platform_role" "deployer" {
  group_uid    = platform_group.team.uid
  name         = "deployer"
  capabilities = ["repo.list", "repo.update"]
}

resource "platform_role_binding" "deploys" {
  group_uid    = platform_group.team.uid
  identity_uid = platform_identity.pipeline.uid
  role_uid     = platform_role.deployer.uid
}

resource "platform_identity_provider" "staff" {
  group_uid    = var.organization
  name         = "staff"
  default_role = local.viewer
  oidc = {
    issuer            = "https://login.example.com"
    client_id         = "platform"
    additional_scopes = ["email"]
    pkce_enabled      = true
  }
}

resource "platform_account_association" "clouds" {
  group_uid = platform_group.team.uid
  name      = "clouds"
  amazon    = { account = "123456789012" }
}

resource "platform_group_invite" "newcomer" {
  group_uid  = platform_group.team.uid
  role_uid   = local.viewer
  ttl        = "365d"
  single_use = true
}

resource "platform_repo" "images" {
  group_uid   = platform_group.team.uid
  name        = "images"
  bundles     = ["base"]
  sync_config = { source = "0000000000000000000000000000000000000000/0000000000000000" }
}

resource "platform_tag" "latest" {
  repo_uid = platform_repo.images.uid
  name     = "latest"
  digest   = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
}

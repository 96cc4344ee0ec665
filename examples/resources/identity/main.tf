data "platform_group" "organization" {
  name = "acme"
}

# GitHub Actions jobs on the main branch of one repository.
resource "platform_identity" "deployer" {
  group_uid   = data.platform_group.organization.uid
  name        = "deployer"
  description = "Deploys the main branch."
  claim_match = {
    issuer  = "https://token.actions.githubusercontent.com"
    subject = "repo:acme/payments:ref:refs/heads/main"
  }
}

# Jobs of any of an owner's repositories in the environment "staging".
resource "platform_identity" "staging" {
  group_uid = data.platform_group.organization.uid
  name      = "staging"
  claim_match = {
    issuer          = "https://token.actions.githubusercontent.com"
    subject_pattern = "repo:acme/.*"
    claims          = { environment = "staging" }
  }
}

# A machine without a reachable issuer, which signs its tokens with its own key.
resource "platform_identity" "machine" {
  group_uid = data.platform_group.organization.uid
  name      = "machine"
  static_keys = {
    issuer  = "https://machines.example.com"
    subject = "build-42"
    issuer_keys = jsonencode({
      keys = [{ kty = "OKP", crv = "Ed25519", x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }]
    })
  }
}

# Workloads with a role of an AWS account.
resource "platform_identity" "aws" {
  group_uid = data.platform_group.organization.uid
  name      = "aws"
  aws_identity = {
    aws_account = "123456789012"
    arn_pattern = "arn:aws:sts::123456789012:assumed-role/deployer/.*"
  }
}

terraform {
  required_providers {
    platform = {
      # The full address, because OpenTofu resolves short addresses in its own registry.
      source = "registry.terraform.io/platform-iac/platform"
    }
  }
}

# The platform's address and credentials come from the environment: see README.md.
provider "platform" {}

variable "organization" {
  type        = string
  description = "The uid of your organization's group."
}

resource "platform_group" "payments" {
  parent_uid  = var.organization
  name        = "payments"
  description = "Resources of the payments team."
}

# GitHub Actions jobs on the main branch of one repository.
resource "platform_identity" "build" {
  group_uid = platform_group.payments.uid
  name      = "build"
  claim_match = {
    issuer  = "https://token.actions.githubusercontent.com"
    subject = "repo:octo-org/payments:ref:refs/heads/main"
  }
}

data "platform_role" "push" {
  name = "registry.push"
}

resource "platform_role_binding" "build" {
  group_uid    = platform_group.payments.uid
  identity_uid = platform_identity.build.uid
  role_uid     = data.platform_role.push.uid
}

output "identity" {
  description = "The value of PLATFORM_IDENTITY in the pipeline."
  value       = platform_identity.build.uid
}

data "platform_group" "organization" {
  name = "acme"
}

data "platform_identity" "deployer" {
  name      = "deployer"
  group_uid = data.platform_group.organization.uid
}

output "last_seen" {
  value = data.platform_identity.deployer.last_seen_time
}

# Found by the claims that it trusts, wherever it lies: it must be the only one that the provider's identity may see.
data "platform_identity" "main_branch" {
  issuer  = "https://token.actions.githubusercontent.com"
  subject = "repo:acme/payments:ref:refs/heads/main"
}

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

# By the claims that it trusts, in any group. It must be the only match visible to the provider's identity.
data "platform_identity" "main_branch" {
  issuer  = "https://token.actions.githubusercontent.com"
  subject = "repo:acme/payments:ref:refs/heads/main"
}

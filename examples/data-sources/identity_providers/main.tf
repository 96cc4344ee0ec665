data "platform_identity_providers" "all" {}

output "issuers" {
  value = data.platform_identity_providers.all.identity_providers[*].oidc.issuer
}

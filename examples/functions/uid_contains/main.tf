data "platform_group" "organization" {
  name = "acme"
}

data "platform_group" "payments" {
  name           = "payments"
  descendants_of = data.platform_group.organization.uid
}

data "platform_identity" "deployer" {
  name           = "deployer"
  descendants_of = data.platform_group.organization.uid
}

# Whether the identity belongs to the payments group.
output "deployer_in_payments" {
  value = provider::platform::uid_contains(data.platform_group.payments.uid, data.platform_identity.deployer.uid)
}

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

# An identity of another team may have a role here; its uid shows whether it belongs to ours.
output "deployer_is_ours" {
  value = provider::platform::uid_contains(data.platform_group.payments.uid, data.platform_identity.deployer.uid)
}

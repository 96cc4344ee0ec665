data "platform_group" "organization" {
  name = "acme"
}

# All identities with static keys.
data "platform_identities" "with_keys" {
  descendants_of    = data.platform_group.organization.uid
  relationship_type = "RELATIONSHIP_TYPE_STATIC"
}

output "with_keys" {
  value = data.platform_identities.with_keys.identities[*].name
}

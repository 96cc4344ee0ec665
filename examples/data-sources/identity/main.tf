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

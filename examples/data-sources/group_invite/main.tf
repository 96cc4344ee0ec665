data "platform_group_invites" "open" {}

# Invites have no names and are looked up by uid. Their code is not returned again.
data "platform_group_invite" "first" {
  uid = data.platform_group_invites.open.group_invites[0].uid
}

output "expires_at" {
  value = data.platform_group_invite.first.expiration_time
}

data "platform_group_invites" "open" {}

# An invite has no name: it is looked up by its uid. Its code is not answered again.
data "platform_group_invite" "first" {
  uid = data.platform_group_invites.open.group_invites[0].uid
}

output "good_until" {
  value = data.platform_group_invite.first.expiration_time
}

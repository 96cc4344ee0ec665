# An access token of the provider's identity. It is not stored in plans or states.
ephemeral "platform_token" "api" {}

# It can be used in the configuration of another provider, in a write-only argument, or in a provisioner.
resource "terraform_data" "report" {
  provisioner "local-exec" {
    command     = "test -n \"$TOKEN\""
    environment = { TOKEN = ephemeral.platform_token.api.token }
  }
}

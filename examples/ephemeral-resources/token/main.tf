# A token of the identity that the provider acts as. It enters neither plan nor state.
ephemeral "platform_token" "api" {}

# What takes it: the configuration of another provider, a write-only argument, a provisioner as here.
resource "terraform_data" "report" {
  provisioner "local-exec" {
    command     = "test -n \"$TOKEN\""
    environment = { TOKEN = ephemeral.platform_token.api.token }
  }
}

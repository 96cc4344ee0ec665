/** The provider's source address, fully qualified, since OpenTofu resolves a short one in its own registry. */
export const providerSource = "registry.terraform.io/platform-iac/platform";

terraform {
  required_providers {
    platform = {
      source  = "registry.terraform.io/platform-iac/platform"
      version = ">= 0.1, < 1"
    }
  }
}

provider "platform" {
  base_url = "https://api.example.com"
  auth_url = "https://auth.example.com"
  # Who acts: in a pipeline the identity that PLATFORM_IDENTITY names, elsewhere whoever ran `platformctl login`.
}

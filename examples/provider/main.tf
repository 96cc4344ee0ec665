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
  # Credentials come from the environment: PLATFORM_IDENTITY in a pipeline, otherwise `platformctl login`.
}

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
  # The identity that this pipeline assumes, by its uid.
  identity = "3f1a9c52e7b04d86a1c5f20d9e8b7463c0ffee12/5b9d01f4a87c26e3"
}

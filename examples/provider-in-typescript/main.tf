terraform {
  required_providers {
    dotenv = {
      source = "registry.terraform.io/examples/dotenv"
    }
  }
}

variable "password" {
  type      = string
  sensitive = true
  default   = "correct horse"
}

resource "dotenv_variable" "host" {
  file  = "app.env"
  name  = "DATABASE_HOST"
  value = "db.example.com"
}

resource "dotenv_variable" "password" {
  file  = "app.env"
  name  = "DATABASE_PASSWORD"
  value = var.password
}

data "dotenv_file" "app" {
  file       = "app.env"
  depends_on = [dotenv_variable.host, dotenv_variable.password]
}

output "names" {
  value = nonsensitive(keys(data.dotenv_file.app.variables))
}

output "parsed" {
  value = provider::dotenv::parse("export GREETING='hello'\n# and so on\n")
}

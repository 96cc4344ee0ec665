data "platform_group" "organization" {
  name = "acme"
}

data "platform_repos" "all" {
  descendants_of = data.platform_group.organization.uid
}

output "repos" {
  value = data.platform_repos.all.repos[*].name
}

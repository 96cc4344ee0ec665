data "platform_group" "organization" {
  name = "acme"
}

# All advisories about one vulnerability.
data "platform_advisories" "log4shell" {
  descendants_of = data.platform_group.organization.uid
  aliases        = ["CVE-2021-44228"]
}

output "artifacts" {
  value = data.platform_advisories.log4shell.advisories[*].artifact_name
}

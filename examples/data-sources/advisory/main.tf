data "platform_group" "organization" {
  name = "acme"
}

data "platform_advisories" "log4shell" {
  descendants_of = data.platform_group.organization.uid
  aliases        = ["CVE-2021-44228"]
}

# Advisories have no names and are looked up by uid.
data "platform_advisory" "log4shell" {
  for_each = toset(data.platform_advisories.log4shell.advisories[*].uid)
  uid      = each.value
}

import type { Random } from "./random";

/** The variable parts of a configuration. Twins have the same name in the same group. */
export interface Shape {
  readonly teams: number;
  readonly twins: number;
  readonly identities: number;
  readonly twinIdentities: number;
  readonly repos: number;
  readonly tags: number;
  readonly bindings: number;
  /** Updated in place. */
  readonly revision: number;
  /** The index of the identity that has the role; a change replaces the bindings. */
  readonly bound: number;
}

export const firstShape = (random: Random): Shape => ({
  teams: random.between(1, 3),
  twins: random.between(0, 3),
  identities: random.between(1, 3),
  twinIdentities: random.between(0, 2),
  repos: random.between(0, 3),
  tags: random.between(0, 2),
  bindings: random.between(0, 1),
  revision: 1,
  bound: 0,
});

export const changedShape = (random: Random, { revision }: Shape): Shape => ({
  ...firstShape(random),
  revision: revision + 1,
  bound: random.between(0, 1),
});

/** Returns a configuration with all resource types of a pipeline, below a group. */
export const configurationOf = (shape: Shape, groupUid: string): string => `
data "platform_role" "viewer" {
  name = "viewer"
}
resource "platform_group" "organization" {
  parent_uid  = "${groupUid}"
  name        = "organization"
  description = "Revision ${shape.revision}."
}
resource "platform_group" "team" {
  count       = ${shape.teams}
  parent_uid  = platform_group.organization.uid
  name        = "team-\${count.index}"
  description = "Revision ${shape.revision}."
}
resource "platform_group" "twin" {
  count      = ${shape.twins}
  parent_uid = platform_group.team[0].uid
  name       = "twin"
}
resource "platform_identity" "pipeline" {
  count       = ${shape.identities}
  group_uid   = platform_group.team[0].uid
  name        = "pipeline-\${count.index}"
  claim_match = { issuer = "https://issuer.example.com", subject = "pipeline-\${count.index}-${shape.revision}" }
}
resource "platform_identity" "twin" {
  count       = ${shape.twinIdentities}
  group_uid   = platform_group.team[0].uid
  name        = "twin"
  claim_match = { issuer = "https://issuer.example.com", subject = "twin" }
}
resource "platform_role" "lister" {
  group_uid    = platform_group.organization.uid
  name         = "lister"
  description  = "Revision ${shape.revision}."
  capabilities = ["groups.list", "repo.list"]
}
resource "platform_role_binding" "viewer" {
  count        = ${shape.bindings}
  group_uid    = platform_group.organization.uid
  identity_uid = platform_identity.pipeline[${Math.min(shape.bound, shape.identities - 1)}].uid
  role_uid     = data.platform_role.viewer.uid
}
resource "platform_role_binding" "lister" {
  count        = ${shape.teams}
  group_uid    = platform_group.team[count.index].uid
  identity_uid = platform_identity.pipeline[0].uid
  role_uid     = platform_role.lister.uid
}
resource "platform_repo" "app" {
  count     = ${shape.repos}
  group_uid = platform_group.team[0].uid
  name      = "app-\${count.index}"
}
resource "platform_repo" "tagged" {
  group_uid = platform_group.team[0].uid
  name      = "tagged"
}
resource "platform_tag" "version" {
  count    = ${shape.tags}
  repo_uid = platform_repo.tagged.uid
  name     = "v\${count.index}"
  digest   = "sha256:${String(shape.revision).repeat(64)}"
}
`;

import path from "node:path";
import type { FastifyPluginCallback } from "fastify";
import { type ProviderReleases, type Release, readReleases } from "../net/provider-releases";
import { ociRoutes } from "./oci-registry";
import { notFound, type PathParameters, type ReadHandler, readRoute, sendFile } from "./provider-files";

/**
 * Terraform's provider registry protocol, and an OCI registry that OpenTofu can use as a mirror, for the releases of one
 * provider. They need no authentication, because `terraform init` runs before the provider has credentials, and contain
 * no user data. Paths and members are those of the protocol.
 */
export function providerRegistryRoutes(releases: ProviderReleases): FastifyPluginCallback {
  const { directory, namespace, type } = releases;
  const provider = `/v1/providers/${namespace}/${type}`;
  return (app, _options, done) => {
    const get = (url: string, handle: ReadHandler) => readRoute(app, url, handle);
    get("/.well-known/terraform.json", () => ({ "providers.v1": "/v1/providers/" }));
    get(`${provider}/versions`, () => ({
      versions: readReleases(releases).map(({ version, protocols, packages }) => ({
        version,
        protocols,
        platforms: packages.map(({ os, arch }) => ({ os, arch })),
      })),
    }));
    get(`${provider}/:version/download/:os/:arch`, ({ params }) =>
      download(releases, params as PathParameters, (file) => `${provider}/files/${file}`),
    );
    get(`${provider}/files/:file`, (request, reply) => {
      const { file = "" } = request.params as PathParameters;
      const known = readReleases(releases).flatMap(filesOf);
      if (!known.includes(file)) throw notFound(`there is no file ${file} in the releases of the provider`);
      return sendFile(request, reply, path.join(directory, file));
    });
    app.register(ociRoutes(releases));
    done();
  };
}

const filesOf = ({ packages, checksums, signature }: Release): string[] => [
  ...packages.map(({ file }) => file),
  checksums,
  signature,
];

function download(
  releases: ProviderReleases,
  { version = "", os = "", arch = "" }: PathParameters,
  urlOf: (file: string) => string,
): object {
  const release = readReleases(releases).find((each) => each.version === version);
  const found = release?.packages.find((each) => each.os === os && each.arch === arch);
  if (!release || !found) throw notFound(`the provider has no version ${version} for ${os}_${arch}`);
  return {
    protocols: release.protocols,
    os,
    arch,
    filename: found.file,
    download_url: urlOf(found.file),
    shasums_url: urlOf(release.checksums),
    shasums_signature_url: urlOf(release.signature),
    shasum: found.sha256,
    signing_keys: { gpg_public_keys: [release.key] },
  };
}

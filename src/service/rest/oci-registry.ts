import { createHash } from "node:crypto";
import path from "node:path";
import type { FastifyPluginCallback, FastifyReply } from "fastify";
import { type ProviderReleases, type Release, type ReleasePackage, readReleases } from "../net/provider-releases";
import { notFound, type PathParameters, type ReadHandler, readRoute, sendFile } from "./provider-files";

/**
 * The part of the OCI distribution protocol with which OpenTofu's `oci_mirror` reads a provider: a tag for each version
 * names an index, which names a manifest for each platform, whose layer is the package. All of them follow from the
 * releases, so nothing else is stored.
 */

const INDEX = "application/vnd.oci.image.index.v1+json";
const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const PROVIDER = "application/vnd.opentofu.provider";
const TARGET = "application/vnd.opentofu.provider-target";
const PACKAGE = "archive/zip";
const EMPTY = "application/vnd.oci.empty.v1+json";

interface Content {
  readonly type: string;
  readonly bytes: Buffer;
  readonly digest: string;
}

const contentOf = (type: string, value: object): Content => {
  const bytes = Buffer.from(JSON.stringify(value));
  return { type, bytes, digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}` };
};

/** The configuration that a manifest requires, and a provider does not have. */
const emptyConfiguration = contentOf(EMPTY, {});

const descriptorOf = ({ type, bytes, digest }: Content) => ({ mediaType: type, digest, size: bytes.length });

const manifestOf = ({ sha256, size }: ReleasePackage): Content =>
  contentOf(MANIFEST, {
    schemaVersion: 2,
    mediaType: MANIFEST,
    artifactType: TARGET,
    config: descriptorOf(emptyConfiguration),
    layers: [{ mediaType: PACKAGE, digest: `sha256:${sha256}`, size }],
  });

const indexOf = ({ packages }: Release): Content =>
  contentOf(INDEX, {
    schemaVersion: 2,
    mediaType: INDEX,
    artifactType: PROVIDER,
    manifests: packages.map((each) => ({
      ...descriptorOf(manifestOf(each)),
      artifactType: TARGET,
      platform: { os: each.os, architecture: each.arch },
    })),
  });

/** Tags cannot contain "+", for which OpenTofu writes "_". */
const tagOf = ({ version }: Release): string => version.replaceAll("+", "_");

export function ociRoutes(releases: ProviderReleases): FastifyPluginCallback {
  const { directory, namespace, type } = releases;
  const repository = `/v2/${namespace}/${type}`;
  const read = () => readReleases(releases);
  return (app, _options, done) => {
    const get = (url: string, handle: ReadHandler) => readRoute(app, url, handle);
    get("/v2/", () => ({}));
    get(`${repository}/tags/list`, () => ({ name: `${namespace}/${type}`, tags: read().map(tagOf) }));
    get(`${repository}/manifests/:reference`, (request, reply) => {
      const { reference = "" } = request.params as PathParameters;
      const found = read()
        .flatMap((release) => [
          { tag: tagOf(release), content: indexOf(release) },
          ...release.packages.map((each) => ({ tag: undefined, content: manifestOf(each) })),
        ])
        .find(({ tag, content }) => reference === tag || reference === content.digest);
      if (!found) throw notFound(`there is no manifest ${reference}`);
      return send(reply, found.content);
    });
    get(`${repository}/blobs/:digest`, (request, reply) => {
      const { digest = "" } = request.params as PathParameters;
      if (digest === emptyConfiguration.digest) return send(reply, emptyConfiguration);
      const packages = read().flatMap((release) => release.packages);
      const found = packages.find(({ sha256 }) => digest === `sha256:${sha256}`);
      if (!found) throw notFound(`there is no blob ${digest}`);
      reply.header("docker-content-digest", digest);
      return sendFile(request, reply, path.join(directory, found.file));
    });
    done();
  };
}

const send = (reply: FastifyReply, { type, bytes, digest }: Content): FastifyReply =>
  reply.header("docker-content-digest", digest).type(type).send(bytes);

import { requirePattern } from "./options";
import type { Environment, RequestSource, Workload } from "./workload";

/** The trusted workloads: those that run as one service account. */
export interface GoogleCloudOptions {
  /**
   * The service account's unique id, a number, as `gcloud iam service-accounts describe` prints it: email addresses can
   * be reused.
   */
  readonly serviceAccountId: string;
}

/**
 * Google Cloud. Identity tokens from the metadata server, or of an impersonated service account, have its unique id as
 * their subject. A process on Google Cloud is not assumed to be a
 * pipeline, except in a job of Cloud Run: users work there too.
 */
export const googleCloud = {
  id: "google-cloud",
  title: "Google Cloud",
  isCurrent: (env) => Boolean(env.CLOUD_RUN_JOB),
  options: ["serviceAccountId"],
  claims: (options) => ({
    issuer: "https://accounts.google.com",
    subject: requirePattern(
      options,
      "serviceAccountId",
      /^[1-9]\d{14,24}$/,
      "the service account's unique id, a number in quotes, such as 112233445566778899001",
    ),
  }),
  tokenSource,
  optionsOf: ({ subject }) => (subject === undefined ? undefined : { serviceAccountId: subject }),
} as const satisfies Workload<GoogleCloudOptions>;

const TITLE = "Google Cloud's metadata server";

/**
 * The metadata server of a job of Cloud Run, or the one that `GCE_METADATA_HOST` names, as Google's own libraries read
 * it. Nothing in the environment of a virtual machine tells that it is one.
 */
function tokenSource(env: Environment): RequestSource | undefined {
  const host = env.GCE_METADATA_HOST || (env.CLOUD_RUN_JOB ? "metadata.google.internal" : "");
  if (host === "") return undefined;
  return {
    kind: "request",
    title: TITLE,
    request: (audience) => ({
      url: `http://${host}/computeMetadata/v1/instance/service-accounts/default/identity?${new URLSearchParams({ audience, format: "full" })}`,
      headers: { "metadata-flavor": "Google" },
      responseType: "text",
    }),
    read: (body) => {
      const token = typeof body === "string" ? body.trim() : "";
      if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw new Error(`${TITLE} returned no token`);
      return token;
    },
  };
}

import { requirePattern } from "./options";
import type { Workload } from "./workload";

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
 * their subject. A process on Google Cloud is not assumed to be a pipeline: users work there too.
 */
export const googleCloud = {
  id: "google-cloud",
  title: "Google Cloud",
  isCurrent: () => false,
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
  optionsOf: ({ subject }) => (subject === undefined ? undefined : { serviceAccountId: subject }),
} as const satisfies Workload<GoogleCloudOptions>;

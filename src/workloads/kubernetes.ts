import { matching } from "./options";
import type { Workload } from "./workload";

/** The pods that are trusted: those that run as one service account. */
export interface KubernetesOptions {
  /** The cluster's issuer to the letter, as `kubectl get --raw /.well-known/openid-configuration` tells it. */
  readonly issuer: string;
  readonly namespace: string;
  readonly serviceAccount: string;
}

const label = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/**
 * Kubernetes. Subjects are written as its page on service accounts has them. Tokens are files that the kubelet keeps
 * fresh (`serviceAccountToken` volumes), wherever a pod mounts them: PLATFORM_IDENTITY_TOKEN_FILE says where. That a
 * process runs in a cluster does not make it a pipeline's: people work there too.
 */
export const kubernetes = {
  id: "kubernetes",
  title: "Kubernetes",
  runs: () => false,
  options: ["issuer", "namespace", "serviceAccount"],
  claims: (options) => {
    const issuer = matching(options, "issuer", /^https:\/\/[^\s?#]+$/, "the https URL of a cluster's issuer");
    const namespace = matching(options, "namespace", label, "a namespace's name");
    const account = matching(options, "serviceAccount", /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, "a service account's name");
    return { issuer, subject: `system:serviceaccount:${namespace}:${account}` };
  },
} as const satisfies Workload<KubernetesOptions>;

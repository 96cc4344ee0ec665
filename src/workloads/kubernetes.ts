import { requirePattern } from "./options";
import { groupsIn } from "./recognition";
import type { Workload } from "./workload";

/** The trusted pods: those that run under one service account. */
export interface KubernetesOptions {
  /** The cluster's issuer verbatim, as returned by `kubectl get --raw /.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly namespace: string;
  readonly serviceAccount: string;
}

const label = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/**
 * Kubernetes. The subject format is documented on the service accounts page. Tokens are files that the kubelet renews
 * (`serviceAccountToken` volumes) at any mount path, so PLATFORM_IDENTITY_TOKEN_FILE must name the file. A process in a
 * cluster is not assumed to be a pipeline: users work there too.
 */
export const kubernetes = {
  id: "kubernetes",
  title: "Kubernetes",
  isCurrent: () => false,
  options: ["issuer", "namespace", "serviceAccount"],
  claims: (options) => {
    const issuer = requirePattern(options, "issuer", /^https:\/\/[^\s?#]+$/, "the https URL of a cluster's issuer");
    const namespace = requirePattern(options, "namespace", label, "a namespace name");
    const account = requirePattern(
      options,
      "serviceAccount",
      /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/,
      "a service account name",
    );
    return { issuer, subject: `system:serviceaccount:${namespace}:${account}` };
  },
  optionsOf: ({ issuer, subject }) => {
    const { namespace, serviceAccount } =
      groupsIn(subject, /^system:serviceaccount:(?<namespace>[^:]+):(?<serviceAccount>[^:]+)$/) ?? {};
    return namespace && serviceAccount ? { issuer, namespace, serviceAccount } : undefined;
  },
} as const satisfies Workload<KubernetesOptions>;

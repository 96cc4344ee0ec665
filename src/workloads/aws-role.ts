import { requirePattern } from "./options";
import { type Workload, WorkloadOptionError } from "./workload";

/** The trusted workloads: those that run as one IAM role. */
export interface AwsRoleOptions {
  /**
   * The account's issuer for outbound identity federation, as `aws iam get-outbound-web-identity-federation-info` prints
   * it: `https://UUID.tokens.sts.global.api.aws`.
   */
  readonly issuer: string;
  /** The role's ARN, such as `arn:aws:iam::123456789012:role/deploy`. */
  readonly roleArn: string;
}

/**
 * AWS. Tokens of `sts:GetWebIdentityToken` have the role's ARN as their subject, not that of a session. Each account has
 * its own issuer. A process on AWS is not assumed to be a pipeline, except in a build of CodeBuild: users work there too.
 */
export const awsRole = {
  id: "aws-role",
  title: "an AWS role",
  isCurrent: (env) => Boolean(env.CODEBUILD_BUILD_ID),
  options: ["issuer", "roleArn"],
  claims: (options) => {
    const issuer = requirePattern(
      options,
      "issuer",
      /^https:\/\/[0-9a-z-]+\.tokens\.sts\.global\.api\.aws$/,
      "the account's issuer, such as https://UUID.tokens.sts.global.api.aws",
    );
    if (/^arn:[\w-]+:sts::\d+:assumed-role\//.test(options.roleArn))
      throw new WorkloadOptionError(
        "roleArn",
        "must be the ARN of the role, arn:aws:iam::…:role/NAME, not of a session",
      );
    const subject = requirePattern(
      options,
      "roleArn",
      /^arn:aws(-[a-z-]+)?:iam::\d{12}:role\/[\w+=,.@/-]+$/,
      "a role's ARN, such as arn:aws:iam::123456789012:role/deploy",
    );
    return { issuer, subject };
  },
  tokenSource: (env) => {
    const job = env.CODEBUILD_BUILD_ID;
    if (!job) return undefined;
    return {
      kind: "command",
      title: "the AWS CLI",
      command: (audience) => [
        "aws",
        ...["sts", "get-web-identity-token", "--audience", audience, "--signing-algorithm", "ES384"],
        ...["--query", "WebIdentityToken", "--output", "text"],
      ],
      proof: [job, env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI ?? "", env.AWS_SESSION_TOKEN ?? ""],
    };
  },
  optionsOf: ({ issuer, subject }) => (subject === undefined ? undefined : { issuer, roleArn: subject }),
} as const satisfies Workload<AwsRoleOptions>;

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { authPaths } from "../../src/api";
import { type Issuer, startIssuer } from "../../src/issuer";
import { type Organization, type RunningService, startService } from "../../src/service";
import type { IssuedToken } from "../../src/service/auth/tokens";
import { describeWith, freshDatabase } from "../engines";
import { post } from "./auth/login/browser";
import { GrpcClient } from "./grpc/client";

/** Audience and issuer of the tokens, whatever the addresses of the nodes. */
export const baseUrl = "https://api.example.com";

/** Two nodes of a service that serve REST and gRPC on one store, with an organization and an issuer of tokens. */
export interface RunningNodes {
  readonly nodes: readonly [RunningService, RunningService];
  readonly organization: Organization;
  readonly issuer: Issuer;
  /** Returns the URL of a path at a node. */
  urlOf(node: 0 | 1, to: string): string;
  /** Exchanges a token at the first node over REST. */
  exchanged(form: Record<string, string>, token: string): Promise<string>;
  /** Exchanges a token at the first node over gRPC. */
  exchangedOverGrpc(request: object, token: string): Promise<string>;
  /** Returns the distinct results of using a token at all nodes over REST and gRPC: `true`, or the error's message. */
  answers(token: string): Promise<unknown[]>;
}

/** Declares a suite for every engine. */
export function onRunningNodes(suite: (get: () => RunningNodes) => void): void {
  const declare = (data: () => Promise<string>, forget: (data: string) => void) => () => {
    let found: RunningNodes;
    let close = async () => {};
    beforeAll(async () => {
      const where = await data();
      const issuer = await startIssuer();
      const start = () => startService({ data: where, baseUrl, authUrl: baseUrl, dev: true });
      const nodes: RunningNodes["nodes"] = [await start(), await start()];
      const grpc = nodes.map(({ port }) => new GrpcClient(`http://127.0.0.1:${port}`));
      const organization = await nodes[0].platform.createOrganization({ name: "acme" });
      found = { nodes, organization, issuer, ...requestsTo(nodes, grpc) };
      close = async () => {
        for (const client of grpc) client.close();
        for (const node of nodes) await node.close();
        await issuer.close();
        forget(where);
      };
    });
    afterAll(() => close());
    suite(() => found);
  };
  const directory = async () => mkdtempSync(path.join(tmpdir(), "platform-"));
  describe(
    "on SQLite",
    declare(directory, (data) => rmSync(data, { recursive: true })),
  );
  describeWith(
    ["postgresql"],
    "on PostgreSQL",
    declare(freshDatabase, () => {}),
  );
}

function requestsTo(nodes: RunningNodes["nodes"], grpc: readonly GrpcClient[]) {
  const urlOf = (node: 0 | 1, to: string) => `http://127.0.0.1:${nodes[node].port}${to}`;
  return {
    urlOf,
    async exchanged(form: Record<string, string>, token: string): Promise<string> {
      const { status, body } = await post<IssuedToken>(urlOf(0, authPaths.exchange), { aud: baseUrl, ...form }, token);
      expect({ status, body }).toMatchObject({ status: 200 });
      return body.token;
    },
    async exchangedOverGrpc(request: object, token: string): Promise<string> {
      const asked = { aud: [baseUrl], ...request };
      return String((await grpc[0]!.call("platform.oidc.SecurityTokenService/Exchange", asked, { token })).token);
    },
    async answers(token: string): Promise<unknown[]> {
      const authorization = `Bearer ${token}`;
      const outcomes: unknown[] = [];
      for (const node of [0, 1] as const) {
        for (const to of ["/iam/v2beta1/groups", authPaths.whoAmI]) {
          const response = await fetch(urlOf(node, to), { headers: { authorization } });
          outcomes.push(response.ok || ((await response.json()) as { message: string }).message);
        }
        const listed = grpc[node]!.call("platform.iam.v2beta1.GroupsService/ListGroups", {}, { token });
        outcomes.push(
          await listed.then(
            () => true,
            ({ message }) => message,
          ),
        );
      }
      return [...new Set(outcomes)];
    },
  };
}

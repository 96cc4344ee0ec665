import { registry } from "../../src/model";
import type { JsonObject } from "./driver";
import { drivers } from "./drivers";
import { builtIn, claims, errorOf, expectViolations, uidOf, World } from "./world";

describe.each(drivers)("rules of types over $name", (driver) => {
  let world: World;
  let group: string;
  beforeAll(async () => {
    world = await World.start(driver);
    group = await world.group("rules");
  });
  afterAll(() => world.close());

  test("limits groups to a depth of 32, and accepts resources in the deepest", async () => {
    let deepest = world.root;
    for (let depth = 2; depth <= 32; depth++) deepest = await world.group(`level ${depth}`, deepest);
    await expectViolations(world.owner.create(registry.groups, deepest, { name: "too deep" }), {
      parentUid: "parentUid is already 32 levels deep, the maximum",
    });
    const repo = await world.repo("deep", deepest);
    expect(await world.owner.get(registry.repos, repo)).toMatchObject({ name: "deep" });
  });

  describe("identities", () => {
    const create = (body: JsonObject) => world.owner.create(registry.identities, group, { name: "identity", ...body });

    const kinds = "claimMatch, staticKeys, awsIdentity, servicePrincipal";

    test("require a kind", async () => {
      await expectViolations(create({}), {
        claimMatch: `claimMatch is missing: exactly one of ${kinds} must be set`,
      });
      await expectViolations(create({ servicePrincipal: "SERVICE_PRINCIPAL_UNSPECIFIED" }), {
        claimMatch: `claimMatch is missing: exactly one of ${kinds} must be set`,
      });
    });

    if (!driver.isTyped) {
      test("reject a second kind", async () => {
        await expectViolations(create({ claimMatch: claims("a"), awsIdentity: { awsAccount: "123456789012" } }), {
          awsIdentity: `awsIdentity conflicts with claimMatch: exactly one of ${kinds} may be set`,
        });
      });
    }

    test("match issuer and subject, each by value or by pattern; empty values count as unset", async () => {
      await expectViolations(create({ claimMatch: { issuer: "https://a", subject: "" } }), {
        "claimMatch.subject": "claimMatch.subject is missing: exactly one of subject, subjectPattern must be set",
      });
      await expectViolations(create({ claimMatch: { issuer: "ftp://a", subject: "b" } }), {
        "claimMatch.issuer": "claimMatch.issuer must be an https or http URL",
      });
    });

    test("accept only RE2 patterns in all fields", async () => {
      const body = {
        claimMatch: { issuerPattern: "https://a/(b|c)", subjectPattern: "repo:(?=x)", claimPatterns: { ref: "(" } },
      };
      await expectViolations(create(body), {
        "claimMatch.subjectPattern":
          'claimMatch.subjectPattern must be a valid RE2 regular expression: invalid or unsupported Perl syntax: "(?=" at character 6',
        "claimMatch.claimPatterns.ref":
          'claimMatch.claimPatterns.ref must be a valid RE2 regular expression: missing closing ): "(" at character 1',
      });
      const good = {
        claimMatch: { issuerPattern: "https://a/.*", subjectPattern: "(a+)+$", claimPatterns: { ref: "m" } },
      };
      expect(await create(good)).toMatchObject(good);
    });

    test("of Amazon require an account, and at most a value or a pattern of each attribute", async () => {
      const aws = (awsIdentity: JsonObject) => create({ awsIdentity: { awsAccount: "123456789012", ...awsIdentity } });
      await expectViolations(aws({ awsAccount: "12345678901" }), {
        "awsIdentity.awsAccount": "awsIdentity.awsAccount must be 12 digits",
      });
      await expectViolations(aws({ arnPattern: "(" }), {
        "awsIdentity.arnPattern":
          'awsIdentity.arnPattern must be a valid RE2 regular expression: missing closing ): "(" at character 1',
      });
      const stored = { awsAccount: "123456789012", arnPattern: "arn:.*", userId: "AIDA" };
      expect(await aws(stored)).toMatchObject({ awsIdentity: stored });
    });

    test("with static keys accept usable public keys only, for at most a year", async () => {
      const key = {
        kty: "EC",
        crv: "P-256",
        x: "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
        y: "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
      };
      const keys = (extra: JsonObject, further: JsonObject = {}) => ({
        staticKeys: {
          issuer: "https://keys.example.com",
          subject: "robot",
          issuerKeys: JSON.stringify({ keys: [{ ...key, ...extra }] }),
          ...further,
        },
      });
      await expectViolations(create(keys({ d: "secret" })), {
        "staticKeys.issuerKeys": "staticKeys.issuerKeys must contain only public keys",
      });
      const rsa = (bits: number, e: Buffer) => ({
        ...{ kty: "RSA", kid: "one", n: Buffer.alloc(bits / 8, 0xff).toString("base64url") },
        e: e.toString("base64url"),
      });
      const usual = Buffer.from([1, 0, 1]);
      const problem = 'staticKeys.issuerKeys is not accepted: keys[0] (kid "one") has a';
      for (const bits of [1024, 4104])
        await expectViolations(create(keys(rsa(bits, usual))), {
          "staticKeys.issuerKeys": `${problem} modulus (n) of ${bits} bits: RSA keys must have 2048 to 4096`,
        });
      await expectViolations(create(keys(rsa(3072, Buffer.alloc(384, 0x7f)))), {
        "staticKeys.issuerKeys": `${problem} public exponent (e) of 3071 bits: at most 32 bits are allowed`,
      });
      expect(await create(keys(rsa(4096, Buffer.alloc(4, 0xff))))).toHaveProperty("staticKeys");
      const point = "is not a point on the curve P-256; check that x and y were copied completely";
      const length = "has an x coordinate of 1 byte; P-256 requires 32";
      for (const [unusable, reason] of [
        [{ ...key, x: "AA", y: "AA" }, length],
        [{ ...key, y: key.x }, point],
        [
          { ...key, crv: "P-999" },
          'has the curve (crv) "P-999", which must be "P-256", "P-384" or "P-521" for the key type EC',
        ],
        [
          { ...key, use: "enc" },
          'has the use "enc", which must be "sig" or absent: remove keys that are not used for signing',
        ],
      ] as const)
        await expectViolations(
          create({ staticKeys: { ...keys({}).staticKeys, issuerKeys: JSON.stringify({ keys: [key, unusable] }) } }),
          { "staticKeys.issuerKeys": `staticKeys.issuerKeys is not accepted: keys[1] ${reason}` },
        );
      const stored = await create(keys({}));
      await expectViolations(world.owner.update(registry.identities, String(stored.uid), keys({ x: "AA" })), {
        "staticKeys.issuerKeys": `staticKeys.issuerKeys is not accepted: keys[0] ${length}`,
      });
      const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
      await expectViolations(create(keys({}, { expirationTime: inDays(366) })), {
        "staticKeys.expirationTime": "staticKeys.expirationTime must be at most 365 days in the future",
      });
      const created = await create(keys({}, { expirationTime: inDays(364), audiences: ["b", "a"] }));
      expect(created).toMatchObject({ staticKeys: { subject: "robot", audiences: ["b", "a"] } });
    });
  });

  test("rejects text with NUL characters, which not every store can hold, in all fields", async () => {
    const problem = "must be valid Unicode without NUL characters";
    await expectViolations(world.owner.create(registry.repos, group, { name: "repo", bundles: ["a\0b"] }), {
      "bundles[0]": `bundles[0] ${problem}`,
    });
    const repo = await world.repo("without nul", group);
    await expectViolations(world.owner.update(registry.repos, repo, { description: "\0" }), {
      description: `description ${problem}`,
    });
  });

  test("restricts tags to valid registry names and digests", async () => {
    const repo = await world.repo("for tags", group);
    const digest = `sha256:${"0".repeat(64)}`;
    const tag = (body: JsonObject) => world.owner.create(registry.tags, repo, { name: "latest", digest, ...body });
    for (const name of [".hidden", "-x", "a b", "a/b", "x".repeat(129)])
      await expectViolations(tag({ name }), {
        name: 'name must be 1 to 128 letters, digits, "_", "." and "-", not beginning with "." or "-"',
      });
    for (const wrong of ["0".repeat(64), `sha256:${"0".repeat(63)}`, `sha256:${"A".repeat(64)}`])
      await expectViolations(tag({ digest: wrong }), {
        digest: 'digest must be "sha256:" followed by 64 lowercase hexadecimal digits',
      });
    expect(await tag({ name: `_${"X".repeat(127)}` })).toMatchObject({ digest });
  });

  test("stores a repo's overlay and sync_config unchanged", async () => {
    const given = {
      sync_config: { source: "a", google: "b", amazon: "c", azure: "d", apkoOverlay: "e" },
      customOverlay: {
        contents: { packages: ["curl", "bash"], runtimeRepositories: ["https://packages.example.com"] },
        environment: { PATH: "/bin" },
        annotations: { "org.example": "yes" },
        accounts: {
          runAs: "me",
          users: [{ username: "me", uid: 65532, gid: 65532, groupName: "us", shell: "/bin/sh", homeDir: "/home/me" }],
          groups: [{ groupname: "us", gid: 65532, members: ["me"] }],
        },
        certificates: { additional: [{ name: "ca.pem", content: "PEM" }], providers: ["a"] },
      },
    };
    const made = await world.owner.create(registry.repos, group, { name: "overlaid", ...given });
    expect(made).toMatchObject(given);
    expect(await world.owner.get(registry.repos, uidOf(made))).toEqual(made);
  });

  describe("role bindings", () => {
    let identityUid: string;
    beforeAll(async () => {
      identityUid = await world.identity("bound");
    });
    const bind = (body: JsonObject, where = group) => world.owner.create(registry.roleBindings, where, body);
    const noIdentity = { identityUid: "identityUid must be the uid of an identity of this organization" };
    const noRole = {
      roleUid: "roleUid must be the uid of a built-in role, or of a role of this group or an ancestor",
    };

    test("accept identities anywhere in the organization", async () => {
      const other = await World.join(world.service, "foreign");
      const deep = await world.identity("deep", await world.group("deep", group));
      await bind({ identityUid: deep, roleUid: builtIn("viewer") }, world.root);
      for (const uid of [`${group}/0000000000000000`, group, other.ownerUid, builtIn("viewer")])
        await expectViolations(bind({ identityUid: uid, roleUid: builtIn("viewer") }), noIdentity);
    });

    test("accept built-in roles, and roles of their group or above", async () => {
      const other = await World.join(world.service, "foreign roles");
      const [here, above] = [await world.role(["groups.list"], group), await world.role(["groups.list"])];
      const below = await world.role(["groups.list"], await world.group("below", group));
      for (const roleUid of [here, above]) await bind({ identityUid, roleUid });
      const foreign = await other.role(["groups.list"]);
      for (const roleUid of [below, foreign, `${group}/0000000000000000`, "0".repeat(40), identityUid])
        await expectViolations(bind({ identityUid, roleUid }), noRole);
      const binding = await world.bind(identityUid, builtIn("viewer"), group);
      const update = world.owner.update(registry.roleBindings, binding, { roleUid: below });
      await expectViolations(update, noRole);
    });

    test("require both of their fields", async () => {
      await expectViolations(bind({}), { identityUid: "identityUid is required", roleUid: "roleUid is required" });
    });

    test("accept only identities visible to the caller", async () => {
      const grantor = await world.actor(
        ["groups.list", "role_bindings.list", "role_bindings.create", "repo.list", "tag.list", "manifest.list"],
        group,
      );
      const body = { identityUid, roleUid: builtIn("registry.pull") };
      await expectViolations(grantor.create(registry.roleBindings, group, body), noIdentity);
    });

    test("reject capabilities that the caller does not have, also in updates of bindings and roles", async () => {
      const inside = await world.identity("inside", group);
      const held = ["role_bindings", "roles"].flatMap((noun) =>
        ["list", "create", "update"].map((verb) => `${noun}.${verb}`),
      );
      const grantor = await world.actor([...held, "groups.list", "identity.list", "repo.list"], group);
      const small = uidOf(await grantor.create(registry.roles, group, { name: "s", capabilities: ["repo.list"] }));
      const binding = uidOf(
        await grantor.create(registry.roleBindings, group, { identityUid: inside, roleUid: small }),
      );

      const denied = { code: "PERMISSION_DENIED", metadata: { capability: "repo.delete" } };
      const large = await world.role(["repo.list", "repo.delete"], group);
      for (const call of [
        grantor.create(registry.roleBindings, group, { identityUid: inside, roleUid: large }),
        grantor.update(registry.roleBindings, binding, { roleUid: large }),
        grantor.update(registry.roles, small, { capabilities: ["repo.list", "repo.delete"] }),
      ])
        expect(await errorOf(call)).toMatchObject(denied);
      expect(await grantor.update(registry.roles, large, { capabilities: ["repo.delete"] })).toMatchObject({
        capabilities: ["CAP_REPO_DELETE"],
      });
    });
  });

  test("requires at least one capability in a role", async () => {
    await expectViolations(world.owner.create(registry.roles, group, { name: "role", capabilities: [] }), {
      capabilities: "capabilities must have at least 1 element",
    });
  });

  if (!driver.isTyped) {
    test("rejects unknown capabilities in a role", async () => {
      const capabilities = ["groups.list", "groups.fly"];
      await expectViolations(world.owner.create(registry.roles, group, { name: "role", capabilities }), {
        "capabilities[1]": "capabilities[1] must be a capability such as groups.list",
      });
    });
  }
});

import { readFileSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { buildProgram } from "../../src/cli/program";
import { platformctl } from "./run";

const { version } = JSON.parse(readFileSync(path.resolve(__dirname, "../../package.json"), "utf8"));

test("prints the version of the package", async () => {
  expect(await platformctl("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("lists every command in the help", async () => {
  const { code, stdout, stderr } = await platformctl("--help");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const command of ["login", "token", "service", "dev", "provider"])
    expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
  expect((await platformctl("service", "--help")).stdout).toMatch(/init .*\n.*token .*\n.*start /s);
});

test("fits its help into 80 columns", () => {
  const tooWide: string[] = [];
  const visit = (command: Command) => {
    command.configureHelp({ ...command.configureHelp(), helpWidth: 80 });
    tooWide.push(
      ...command
        .helpInformation()
        .split("\n")
        .filter((line) => line.length > 80),
    );
    command.commands.forEach(visit);
  };
  visit(buildProgram({ stdout: () => {}, stderr: () => {} }));
  expect(tooWide).toEqual([]);
});

const listening = "It must be HOST:PORT, such as 127.0.0.1:8787 or [::1]:0; port 0 selects a free port.";
const refused = (message: string) => ({ code: 1, stdout: "", stderr: `error: ${message}\n` });

test.each([
  ["nothing", "unknown command 'nothing'"],
  ["service start", "required option '--data <dir>' or '--database-url <url>' not specified"],
  ["service start --data d --database-url postgres://h/d", "specify only one of --data <dir> and --database-url <url>"],
  [
    "service start --database-url mysql://user:secret@host/db",
    "--database-url must be a URL such as postgres://user@host:5432/database",
  ],
  [
    "service start --database-url postgres://user:secret@h1,h2/d?target_session_attrs=standby",
    "--database-url cannot be used: target_session_attrs must be one of any, read-write, primary: the service writes to its database",
  ],
  ["service start --data", "option '--data <dir>' argument missing"],
  ["service start --data ", "option '--data <dir>' argument '' is invalid. It must not be empty."],
  ["service start --data d --date d", "unknown option '--date' (Did you mean --data?)"],
  ["service start --data d more", "too many arguments for 'start'. Expected 0 arguments but got 1."],
  ["service init --data d", "required option '--organization <name>' not specified"],
  ["provider package", "required option '--out <dir>' not specified"],
  ["provider install --dir d --mirror m", "option '--mirror <dir>' cannot be used with option '--dir <dir>'"],
])("reports the usage error of %j in one line and exits with 2", async (line, message) => {
  expect(await platformctl(...line.split(" "))).toEqual(refused(message));
});

test.each([
  "",
  "8787",
  "localhost",
  "127.0.0.1:",
  "127.0.0.1:65536",
  "127.0.0.1:-1",
  "127.0.0.1:1e3",
  "::1:8787",
  "http://127.0.0.1:1",
])("rejects %j as a listen address", async (value) => {
  expect(await platformctl("dev", "issuer", "--listen", value)).toEqual(
    refused(`option '--listen <host:port>' argument '${value}' is invalid. ${listening}`),
  );
});

const notUrl = (value: string) => `must be a URL such as https://platform.example.com, not "${value}"`;

test.each([
  ["api.example.com", notUrl("api.example.com")],
  ["ftp://api.example.com", notUrl("ftp://api.example.com")],
  ["https://name@api.example.com", "must not contain a user name or password"],
  ["https://api.example.com/?a", "must not have a query or fragment"],
  ["https://", notUrl("https://")],
])("rejects %j as a URL", async (value, problem) => {
  const command = ["service", "init", "--data", "d", "--organization", "example", "--base-url", value];
  expect(await platformctl(...command)).toEqual(
    refused(`option '--base-url <url>' argument '${value}' is invalid. It ${problem}.`),
  );
});

test.each([
  ["--rate-limit", "<n/s>", "-1", 'It must be a number of requests per second, such as 50/s, or "off".'],
  ["--rate-limit", "<n/s>", "5/m", 'It must be a number of requests per second, such as 50/s, or "off".'],
  ["--trusted-proxy", "<address>", "10.0.0.0/33", "It must be an address or a network, such as 10.1.2.3 or fd00::/8."],
  ["--trusted-proxy", "<address>", "proxy", "It must be an address or a network, such as 10.1.2.3 or fd00::/8."],
  ["--audit-retention", "<days>", "1.5", "It must be an integer number of days."],
])("service start rejects %s %s %j", async (option, argument, value, problem) => {
  expect(await platformctl("service", "start", "--data", "d", option, value)).toEqual(
    refused(`option '${option} ${argument}' argument '${value}' is invalid. ${problem}`),
  );
});

test.each([
  ["--tls-cert", "--tls-key"],
  ["--tls-key", "--tls-cert"],
])("service start with %s requires %s", async (given, missing) => {
  expect(await platformctl("service", "start", "--data", "d", given, "file")).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: ${given} requires ${missing}\n`,
  });
});

test.each([
  [
    ["--organization", "Example"],
    '--organization "Example" must contain only lowercase letters, digits, spaces, ".", "_" and "-"',
  ],
  [["--organization", "example", "--issuer", "https://issuer.example.com"], "--issuer requires --subject"],
  [["--organization", "example", "--subject", "me"], "--subject requires --issuer"],
])("service init rejects %j before it opens the data", async (args, message) => {
  expect(await platformctl("service", "init", "--data", "/nonexistent/data", ...args)).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: ${message}\n`,
  });
});

test("service token requires a uid", async () => {
  expect(await platformctl("service", "token", "--data", "d", "--identity", "me")).toEqual({
    code: 1,
    stdout: "",
    stderr: 'error: --identity "me" must be a uid, such as the identityUid that `platformctl service init` printed\n',
  });
});

test.each(["Registry.example.com", "https://registry.example.com", ""])(
  "rejects %j as a registry host",
  async (value) => {
    expect(await platformctl("service", "start", "--data", "d", "--registry-host", value)).toEqual(
      refused(
        `option '--registry-host <host>' argument '${value}' is invalid. It must be a lowercase host, such as registry.example.com.`,
      ),
    );
  },
);

test.each([["start"], ["rotate-keys"], ["token", "--identity", "a".repeat(40)]])(
  "service %s requires existing data",
  async (...args) => {
    expect(await platformctl("service", ...args, "--data", "/nonexistent/data")).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: --data /nonexistent/data does not exist; run `platformctl service init` to create it\n",
    });
  },
);

test("treats an empty database variable as unset", async () => {
  process.env.PLATFORM_DATABASE_URL = "";
  try {
    expect(await platformctl("service", "start", "--data", "/nowhere/at/all")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--data /nowhere/at/all does not exist"),
    });
    expect(await platformctl("service", "start")).toEqual(
      refused("required option '--data <dir>' or '--database-url <url>' not specified"),
    );
  } finally {
    delete process.env.PLATFORM_DATABASE_URL;
  }
});

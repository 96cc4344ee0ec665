import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describeWith, engines } from "../../engines";
import type { EngineName } from "../workspace";
import { buildNotesProvider } from "./notes/build";

const run = promisify(execFile);

describe.each<EngineName>(["terraform", "tofu"])("%s", (engine) => {
  describeWith([engine], `a provider on the plugin layer, with ${engine},`, () => {
    const root = mkdtempSync(join(tmpdir(), "notes-"));
    const work = join(root, "work");
    const store = join(root, "store");

    beforeAll(async () => {
      const mirror = join(root, "mirror");
      buildNotesProvider(mirror);
      mkdirSync(work);
      mkdirSync(store);
      writeFileSync(
        join(root, "terraformrc"),
        `disable_checkpoint = true\nprovider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`,
      );
      configure("");
      await command("init");
    });

    beforeEach(() => {
      rmSync(join(work, "terraform.tfstate"), { force: true });
      rmSync(store, { recursive: true });
      mkdirSync(store);
    });
    afterAll(() => rmSync(root, { recursive: true, force: true }));

    function configure(body: string): void {
      writeFileSync(
        join(work, "main.tf"),
        `terraform {
      required_providers {
        notes = {
          source = "registry.terraform.io/tests/notes"
        }
      }
    }
    provider "notes" {
      directory = "${store}"
    }
    ${body}`,
      );
    }

    async function command(...args: readonly string[]): Promise<string> {
      const env = {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        HOME: root,
        TF_CLI_CONFIG_FILE: join(root, "terraformrc"),
        TF_IN_AUTOMATION: "1",
      };
      const { stdout } = await run(engines[engine]!.path, [...args, "-no-color"], { cwd: work, env });
      return stdout;
    }

    /** Returns the standard error of a failing command, as one line. */
    async function failure(...args: readonly string[]): Promise<string> {
      const error = (await command(...args).catch((thrown: unknown) => thrown)) as { readonly stderr: string };
      return error.stderr.replace(/[│╵╷\s]+/g, " ");
    }

    test("transfers values of several megabytes", async () => {
      writeFileSync(join(work, "long.txt"), "x".repeat(600_000));
      configure(`
    resource "notes_note" "long" {
      count = 3
      text  = sensitive("\${file("long.txt")}\${count.index}")
    }`);
      expect(await command("apply", "-auto-approve")).toContain("3 added, 0 changed, 0 destroyed");
      expect(await command("destroy", "-auto-approve")).toContain("3 destroyed");
    });

    test("creates, stores, updates, replaces, imports and destroys a resource", async () => {
      const note = (text: string, kind = "plain") => `
    resource "notes_note" "one" {
      text   = "${text}"
      kind   = "${kind}"
      rank   = 0.1
      tags   = ["b", "a"]
      secret = "never stored"
      author = { name = "Ada", born = 1815 }
      link {
        url = "https://example.com"
      }
    }
    output "length" {
      value = notes_note.one.length
    }
    `;
      configure(note("hello"));
      expect(await command("apply", "-auto-approve")).toContain("1 added, 0 changed, 0 destroyed");
      expect(await command("plan")).toContain("No changes");
      const state = readFileSync(join(work, "terraform.tfstate"), "utf8");
      expect(state).not.toContain("never stored");

      configure(note("hello world"));
      expect(await command("apply", "-auto-approve")).toContain("0 added, 1 changed, 0 destroyed");
      expect((await command("output", "length")).trim()).toBe("11");

      configure(note("hello world", "other"));
      expect(await command("apply", "-auto-approve")).toContain("1 added, 0 changed, 1 destroyed");

      const [id] = readdirSync(store).map((name) => name.replace(".json", ""));
      await command("state", "rm", "notes_note.one");
      expect(await command("import", "notes_note.one", id!)).toContain("Import successful!");
      expect(await command("apply", "-auto-approve")).toContain("0 added, 1 changed, 0 destroyed");
      expect(await command("destroy", "-auto-approve")).toContain("1 destroyed");
      expect(readdirSync(store)).toEqual([]);
    });

    test("shows a diagnostic at its attribute, and an unexpected error without a stack trace", async () => {
      configure('resource "notes_note" "one" {\n  text = ""\n}\n');
      const empty = await failure("plan");
      expect(empty).toContain("Error: Empty note");
      expect(empty).toContain('text = "" A note has a text.');

      configure('resource "notes_note" "one" {\n  text = "fine"\n}\n');
      await command("apply", "-auto-approve");
      configure('resource "notes_note" "one" {\n  text = "crash"\n}\n');
      const crash = await failure("apply", "-auto-approve");
      expect(crash).toContain("Error: Unexpected error in the provider");
      expect(crash).toContain("the disk is full");
      expect(crash).not.toContain("    at ");
      configure("");
      expect(await command("apply", "-auto-approve")).toContain("1 destroyed");
    });

    test("returns values of every type unchanged, and calls functions and ephemeral resources", async () => {
      configure(`
    locals {
      value = {
        big      = 9007199254740993
        huge     = 123456789012345678901234567890.125
        third    = 1 / 3
        tenth    = 0.1
        negative = -42
        list     = tolist(["x", "y"])
        set      = toset(["x", "y"])
        map      = { "__proto__" = "kept", "constructor" = "too" }
        nothing  = null
        nested   = [{ a = true }, "b"]
      }
    }
    data "notes_echo" "one" {
      value = local.value
    }
    output "same" {
      value = data.notes_echo.one.result == local.value && data.notes_echo.one.result.map["__proto__"] == "kept"
    }
    output "shout" {
      value = provider::notes::shout("hello", "you")
    }
    ephemeral "notes_pass" "one" {}
    resource "notes_note" "one" {
      text   = "with a secret"
      secret = ephemeral.notes_pass.one.word
    }
    `);
      await command("apply", "-auto-approve");
      expect(JSON.parse(await command("output", "-json"))).toMatchObject({
        same: { value: true },
        shout: { value: "HELLO YOU" },
      });
      await command("destroy", "-auto-approve");
    });

    test("reads a state of an earlier schema version", async () => {
      writeFileSync(join(store, "old.json"), JSON.stringify({ text: "kept since", kind: null }));
      const instances = [{ schema_version: 0, attributes: { id: "old", body: "kept since" } }];
      const provider = 'provider["registry.terraform.io/tests/notes"]';
      const resources = [{ mode: "managed", type: "notes_note", name: "old", provider, instances }];
      const state = { version: 4, terraform_version: "1.9.0", serial: 1000, lineage: "example", resources };
      writeFileSync(join(work, "terraform.tfstate"), JSON.stringify(state));
      configure('resource "notes_note" "old" {\n  text = "kept since"\n}\n');
      const applied = await command("apply", "-auto-approve");
      expect(applied).toContain("Upgraded from version 0");
      expect(applied).toContain("0 added, 0 changed, 0 destroyed");
      await command("plan", "-detailed-exitcode");
    });
  });
});

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";

/**
 * The runtime of the standalone executables: Bun, from its packages in the npm registry, so that a build needs no other
 * source, and a private npm registry or a filled directory suffices without internet access.
 */

/** The version of Bun. Its compiled code is part of the executables, so builder and runtime are the same. */
export const RUNTIME_VERSION = "1.4.5";

/** A platform that an executable can be built for. */
export interface Runtime {
  /** The name of the npm package. */
  readonly package: string;
  /** Bun's name of the platform. */
  readonly target: string;
  /** The integrity of the package's tarball, as in a lock file. */
  readonly integrity: string;
}

/** The x64 builds also run on processors without AVX2: Bun's packages named "baseline" contain the same program. */
const linux = {
  linux_amd64: {
    package: "@oven/bun-linux-x64",
    target: "bun-linux-x64",
    integrity: "sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==",
  },
  linux_arm64: {
    package: "@oven/bun-linux-aarch64",
    target: "bun-linux-arm64",
    integrity: "sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==",
  },
} satisfies Record<string, Runtime>;

/** The runtimes by platform, as Terraform names it. */
export const runtimes = {
  ...linux,
  darwin_amd64: {
    package: "@oven/bun-darwin-x64",
    target: "bun-darwin-x64",
    integrity: "sha512-qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==",
  },
  darwin_arm64: {
    package: "@oven/bun-darwin-aarch64",
    target: "bun-darwin-arm64",
    integrity: "sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==",
  },
  windows_amd64: {
    package: "@oven/bun-windows-x64",
    target: "bun-windows-x64",
    integrity: "sha512-FNvply651vcE/GHgNWz6mZvhmkwBuu8Hw54oNzA+CQog+HW+542rXQmZqNHRkFxazD9L3xi+iTtvO3engAgJfw==",
  },
  windows_arm64: {
    package: "@oven/bun-windows-aarch64",
    target: "bun-windows-arm64",
    integrity: "sha512-MiPFZnBNDnBXgr1oONc5pizC4fOLjnIOfNkYdFEnWzLmoFTg86naZIG3SvS7d/GglpQSAnCKMAzSjI/TAckiRw==",
  },
} satisfies Record<string, Runtime>;

export type StandalonePlatform = keyof typeof runtimes;

export const standalonePlatforms = Object.keys(runtimes) as readonly StandalonePlatform[];

/** The runtimes of Linux distributions with musl instead of glibc, such as Alpine. They need the package libstdc++. */
export const muslRuntimes: Readonly<Record<keyof typeof linux, Runtime>> = {
  linux_amd64: {
    package: "@oven/bun-linux-x64-musl",
    target: "bun-linux-x64-musl",
    integrity: "sha512-10QoW/YfTgnURaGEaHpJCiXjLI2e5iTtfVDaA5JKcyUzaa1cq6cVUY9/Uq5XkYzvtRjHLRe9Oj/lTDIQcxy8HQ==",
  },
  linux_arm64: {
    package: "@oven/bun-linux-aarch64-musl",
    target: "bun-linux-arm64-musl",
    integrity: "sha512-XCNc+WvvMAdNNb+OWTogpy+N9wm62fkVeEVLb6how0RZhW5LPi6c7BlkeVCuWps7XjEl2saFpHFa20/1E+PAHg==",
  },
};

/** Returns the runtime for a platform. */
export const runtimeFor = (platform: StandalonePlatform, libc: "glibc" | "musl" = "glibc"): Runtime =>
  libc === "musl" && platform in muslRuntimes
    ? muslRuntimes[platform as keyof typeof muslRuntimes]
    : runtimes[platform];

/** Returns the platform of this machine, if executables can be built on it. */
export function ownPlatform(): StandalonePlatform {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `${os}_${process.arch === "x64" ? "amd64" : process.arch}`;
  const platform = standalonePlatforms.find((each) => each === name);
  if (!platform) throw new Error(`executables cannot be built on ${name}, only on ${standalonePlatforms.join(", ")}`);
  return platform;
}

/** Returns the runtime's program. Downloads its tarball into the directory with `npm pack` unless it is there. */
export async function runtimeProgram(runtime: Runtime, directory: string): Promise<Buffer> {
  const tarball = path.join(directory, `${runtime.package.slice(1).replace("/", "-")}-${RUNTIME_VERSION}.tgz`);
  if (!existsSync(tarball)) await download(runtime, directory, tarball);
  const packed = readFileSync(tarball);
  const found = `sha512-${createHash("sha512").update(packed).digest("base64")}`;
  if (found !== runtime.integrity)
    throw new Error(`${tarball} is not ${runtime.package}@${RUNTIME_VERSION}: its integrity is ${found}; remove it`);
  const program = fileIn(gunzipSync(packed), /^package\/bin\/bun(\.exe)?$/);
  if (!program) throw new Error(`${tarball} does not contain the runtime's executable`);
  return program;
}

async function download(runtime: Runtime, directory: string, tarball: string): Promise<void> {
  const name = `${runtime.package}@${RUNTIME_VERSION}`;
  const temporary = path.join(directory, `.${process.pid}`);
  mkdirSync(temporary, { recursive: true });
  try {
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const options = { shell: process.platform === "win32", maxBuffer: 1 << 24 };
    await promisify(execFile)(npm, ["pack", "--silent", "--pack-destination", temporary, name], options);
    renameSync(path.join(temporary, path.basename(tarball)), tarball);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`cannot download ${name} with npm: ${message}; or copy its tarball to ${tarball}`, {
      cause: error,
    });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The size of a tar file's headers and the unit of its contents. */
const BLOCK = 512;

/** Returns the first file of a tar archive whose name matches. */
function fileIn(tar: Buffer, name: RegExp): Buffer | undefined {
  const text = (start: number, length: number) =>
    tar
      .subarray(start, start + length)
      .toString("latin1")
      .replace(/\0.*$/s, "");
  for (let offset = 0; offset + BLOCK <= tar.length; ) {
    const size = Number.parseInt(text(offset + 124, 12), 8) || 0;
    const start = offset + BLOCK;
    if (name.test(text(offset, 100))) return tar.subarray(start, start + size);
    offset = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}

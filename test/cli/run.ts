import { run } from "../../src/cli/run";
import { startPlatform, type TestPlatform } from "../../src/testing";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process. */
export async function platformctl(...args: string[]): Promise<Ran> {
  let stdout = "";
  let stderr = "";
  const output = {
    stdout: (text: string) => {
      stdout += text;
    },
    stderr: (text: string) => {
      stderr += text;
    },
  };
  return { code: await run(args, output), stdout, stderr };
}

/**
 * Starts a platform with the organization acme before the tests of a file, sets the environment variables that commands
 * read, and passes the platform to `use`.
 */
export function usePlatform(use: (platform: TestPlatform) => void | Promise<void>): void {
  let platform: TestPlatform | undefined;
  beforeAll(async () => {
    platform = await startPlatform({ organization: "acme" });
    process.env.PLATFORM_BASE_URL = platform.baseUrl;
    process.env.PLATFORM_TOKEN = platform.token;
    await use(platform);
  });
  afterAll(async () => {
    delete process.env.PLATFORM_BASE_URL;
    delete process.env.PLATFORM_TOKEN;
    await platform?.close();
  });
}

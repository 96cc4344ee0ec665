import { openPlatform, type Platform, type PlatformOptions } from "../service";
import { nameOf } from "./data";
import { withOperation } from "./failure";

/** Opens the platform on an existing store, runs an operation and closes it in any case. */
export async function withPlatform<T>(options: PlatformOptions, work: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await withOperation(`open the data in ${nameOf(options.data)}`, () =>
    openPlatform({ mustExist: true, ...options }),
  );
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}

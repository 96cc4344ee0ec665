import { openPlatform, type Platform, type PlatformOptions } from "../service";
import { nameOf } from "./data";
import { attempting } from "./failure";

/** Does something with the platform whose data an option named, which must be there, and closes it whatever comes. */
export async function withPlatform<T>(options: PlatformOptions, work: (platform: Platform) => Promise<T>): Promise<T> {
  const platform = await attempting(`open the data in ${nameOf(options.data)}`, () =>
    openPlatform({ isExisting: true, ...options }),
  );
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}

/** A member of a record: its name, and what makes it. */
export type Maker<T> = readonly [name: string, make: () => T];

/**
 * A record whose members are made when they are first asked for: a command uses a few of the many types that there
 * are, and each of its processes would make them all.
 */
export function lazyRecord<T>(makers: readonly Maker<T>[]): Readonly<Record<string, T>> {
  const record: Record<string, T> = {};
  for (const [name, make] of makers) {
    const get = () => {
      const value = make();
      Object.defineProperty(record, name, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(record, name, { get, enumerable: true, configurable: true });
  }
  return record;
}

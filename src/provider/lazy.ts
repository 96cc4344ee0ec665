/** The name of a record's member and the function that creates its value. */
export type Maker<T> = readonly [name: string, make: () => T];

/**
 * Returns a record that creates each member on first access. Each process of a command would otherwise create all
 * resource types, of which it uses a few.
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

/** Returns the name of a built-in role's property: `registryPull` for `registry.pull`. */
export const rolePropertyName = (role: string): string =>
  role.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase());

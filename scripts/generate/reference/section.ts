/** One kind of thing that a provider offers. */
export interface Section {
  /** As the provider's page calls it. */
  readonly title: string;
  /** Below docs, and below examples. */
  readonly folder: string;
  readonly entries: readonly Entry[];
}

export interface Entry {
  /** As pages and folders of examples are called: without the provider's prefix. */
  readonly name: string;
  readonly fullName: string;
  readonly description: string;
  page(example: string): string;
}

/** A section of the provider: its resources, data sources, ephemeral resources or functions. */
export interface Section {
  /** The title on the provider's page. */
  readonly title: string;
  /** The folder below docs and examples. */
  readonly folder: string;
  readonly entries: readonly Entry[];
}

export interface Entry {
  /** The name in pages and example folders, without the provider's prefix. */
  readonly name: string;
  readonly fullName: string;
  /** The heading below which the provider's page lists it, if the section has several. */
  readonly category?: string;
  readonly description: string;
  page(example: string): string;
}

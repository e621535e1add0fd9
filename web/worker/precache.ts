/** Contents of a version, provided by the build. */
export type Precache = {
  /** Hash of the built document and of the list of assets. */
  readonly version: string;
  /** Path of the document without page content. */
  readonly shell: string;
  /** Hashed files, as paths below the site's root. */
  readonly assets: readonly string[];
};

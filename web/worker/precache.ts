/** What a version consists of, as the build knows it. */
export type Precache = {
  /** Derived from all that follows. */
  readonly version: string;
  /** The document without any page's content. */
  readonly shell: string;
  /** Hashed files, as paths under the site's root. */
  readonly assets: readonly string[];
};

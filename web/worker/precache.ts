/** What a version consists of, as the build knows it. */
export type Precache = {
  /** Derived from all that follows. */
  readonly version: string;
  /** Where the server sends the document without any page's content. */
  readonly shell: string;
  /** Hashed files, as paths under the site's root. */
  readonly assets: readonly string[];
};

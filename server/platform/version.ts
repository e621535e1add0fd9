import manifest from '../package.json' with { type: 'json' };

/** The product's version, as its processes report it. */
export const VERSION = manifest.version;

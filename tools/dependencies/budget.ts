/**
 * Number of packages on an operator's machine, including transitive ones. Give the reason here when you raise it; lower it when
 * a package is removed.
 * `web-push` brings ten: otherwise its encryption and signatures would be written by hand. `openid-client` brings one: the
 * verification of identity providers' answers and ID tokens should not be written by hand either.
 */
export const MAX_PACKAGES = 473;

/** Packages with an install script. None is run (`ignore-scripts` of .npmrc), and each was reviewed. */
export const SKIPPED_INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  bufferutil: 'builds a faster WebSocket, which nothing here uses',
  ccxt: 'prints an advertisement',
  'core-js': 'prints an advertisement',
};

/** SPDX ids of the licences allowed in the product. */
export const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts.
  'OFL-1.1',
  // Its copyleft covers only changes of its own files; it is used unchanged.
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** Licences of packages that state them only in a file or in free text, by name and version, as read there. */
export const REVIEWED_LICENCES: Readonly<Record<string, string>> = {
  'decko@1.2.0': 'MIT',
  'ibantools@4.5.4': 'MIT OR MPL-2.0',
  'png-js@2.0.0': 'MIT',
  'stickyfill@1.1.1': 'MIT',
  'url-template@2.0.8': 'BSD-3-Clause',
};

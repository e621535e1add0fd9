/**
 * The most packages that an operator's machine may get, with all that they bring along; whoever wants more says why here.
 * `web-push` brings ten: what it encrypts and signs, we would else do by hand.
 * `openid-client` brings one: checking answers and ID tokens of identity providers is not written by hand either.
 */
export const MOST_PACKAGES = 473;

/** Those that ask for a script at their installation. None is run (`ignore-scripts` of .npmrc), and each was looked at. */
export const INSTALL_SCRIPTS_THAT_ARE_NOT_RUN: Readonly<Record<string, string>> = {
  bufferutil: 'builds a faster WebSocket, which nothing here uses',
  ccxt: 'prints an advertisement',
  'core-js': 'prints an advertisement',
};

/** Licences, by their SPDX ids, under which something may be in the product. */
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
  // Binds changes of its own files alone; it is used as it is.
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** Where a package says its licence in a file or in words of its own, by name and version, as it was read there. */
export const LICENCES_AS_READ: Readonly<Record<string, string>> = {
  'decko@1.2.0': 'MIT',
  'ibantools@4.5.4': 'MIT OR MPL-2.0',
  'png-js@2.0.0': 'MIT',
  'stickyfill@1.1.1': 'MIT',
  'url-template@2.0.8': 'BSD-3-Clause',
};

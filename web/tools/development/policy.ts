/** A source that a policy names beside those of the page: it takes inline script, style and sockets to reload a page. */
const ALSO: Readonly<Record<string, string>> = {
  'script-src': "'unsafe-inline'",
  'style-src': "'unsafe-inline'",
  'connect-src': 'ws:',
};
/** Where a hash stands, browsers do not take `'unsafe-inline'`. */
const HASH = /'sha\d+-[^']+'/g;
const TRUSTED_TYPES = /^(?:require-trusted-types-for|trusted-types)\b/;

/**
 * A page's policy as it must be for the page to be reloaded part by part. Everything else in it stays, so that what it would
 * refuse is seen while it is written.
 */
export function policyForReloading(policy: string): string {
  return policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !TRUSTED_TYPES.test(directive))
    .map((directive) => {
      const [name = ''] = directive.split(' ', 1);
      const also = ALSO[name];
      return also === undefined ? directive : `${directive.replaceAll(HASH, '').replaceAll(/ +/g, ' ').trim()} ${also}`;
    })
    .join('; ');
}

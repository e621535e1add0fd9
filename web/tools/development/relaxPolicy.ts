/** Sources added to a policy for hot reloading: it needs inline scripts, inline styles and sockets. */
const ADDED_SOURCES: Readonly<Record<string, string>> = {
  'script-src': "'unsafe-inline'",
  'style-src': "'unsafe-inline'",
  'connect-src': 'ws:',
};
/** Browsers ignore `'unsafe-inline'` if a hash is present. */
const HASH = /'sha\d+-[^']+'/g;
const TRUSTED_TYPES = /^(?:require-trusted-types-for|trusted-types)\b/;

/**
 * Returns a page's Content-Security-Policy with hot reloading allowed. The rest stays, so that violations show up
 * during development.
 */
export function relaxPolicyForReloading(policy: string): string {
  return policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !TRUSTED_TYPES.test(directive))
    .map((directive) => {
      const [name = ''] = directive.split(' ', 1);
      const also = ADDED_SOURCES[name];
      return also === undefined ? directive : `${directive.replaceAll(HASH, '').replaceAll(/ +/g, ' ').trim()} ${also}`;
    })
    .join('; ');
}

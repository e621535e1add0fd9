import { parseUrl } from './parseUrl.ts';

/** RFC 1035, 2.3.4. */
const MAX_LABEL_LENGTH = 63;
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.\-\u3002]+$/u;

/**
 * Converts the domain of an email address to the ASCII form that mail is sent to (RFC 5891), as browsers do in a field of
 * type email: `anna@xn--mnchen-3ya.de`. Returns any other text unchanged, including invalid addresses.
 */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  // ASCII domains stay unchanged: a URL would parse numbers as an IP address.
  if (at < 1 || !/[^\p{ASCII}]/u.test(domain) || !WRITTEN_DOMAIN.test(domain)) return email;
  const ascii = parseUrl(`http://${domain}`)?.hostname ?? '';
  const isDomain = /[a-z]/.test(ascii) && ascii.split('.').every((label) => label.length <= MAX_LABEL_LENGTH);
  return isDomain ? `${email.slice(0, at)}@${ascii}` : email;
}

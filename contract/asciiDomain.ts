import { parsedUrl } from './parsedUrl.ts';

/** RFC 1035, 2.3.4. */
const LONGEST_LABEL = 63;
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.\-\u3002]+$/u;

/**
 * An e-mail address with its domain in the ASCII form that mail is sent to (RFC 5891), as browsers make it of a field of
 * type email: `anna@xn--mnchen-3ya.de`. Everything else stays as it is, also what is no address.
 */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  // Domains in ASCII stay as they are: a URL would read numbers as an IP address.
  if (at < 1 || !/[^\p{ASCII}]/u.test(domain) || !WRITTEN_DOMAIN.test(domain)) return email;
  const ascii = parsedUrl(`http://${domain}`)?.hostname ?? '';
  const isDomain = /[a-z]/.test(ascii) && ascii.split('.').every((label) => label.length <= LONGEST_LABEL);
  return isDomain ? `${email.slice(0, at)}@${ascii}` : email;
}

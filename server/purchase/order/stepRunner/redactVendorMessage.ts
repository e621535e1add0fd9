const LONGEST = 300;

/**
 * Redacted from a vendor's message: keys and tokens, values with such names, credentials and queries in URLs, email
 * addresses, card numbers, account numbers and IP addresses. Payment and transaction ids stay: they are needed to query
 * a vendor.
 */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk|whsec|seti|ek|tok|ctoken|pi_\w+_secret)_[\w+/=-]+/gi, '[key]'],
  [/\bbearer\s+[\w.~+/=-]+/gi, '[key]'],
  [/\b(authorization["']?\s*[:=]\s*["']?(?:basic|digest|token)\s+)[^\s"',}]+/gi, '$1[redacted]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[token]'],
  [
    /\b((?:api[-_ ]?)?(?:key|secret|sign(?:ature)?|token|password|passphrase|nonce))(["']?\s*[:=]\s*["']?)[^\s"'&,}]+/gi,
    '$1$2[redacted]',
  ],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1'],
  [/(https?:\/\/[^\s?#"']+)[?#][^\s"']*/gi, '$1'],
  [/[^\s"<>(),:;@/[\]\\]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[email]'],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, '[account]'],
  [/\b[a-z]{2}\d{2}(?: [a-z0-9]{4}){2,7}(?: [a-z0-9]{1,4})?\b/gi, '[account]'],
  [/\b(?:\d[ -]?){12,18}\d\b/g, '[number]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '[ip]'],
  [/\b(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}\b|\b(?:[0-9a-f]{1,4}:)+:(?:[0-9a-f]{1,4}:)*[0-9a-f]{1,4}\b/gi, '[ip]'],
];

/** Many ids look like a lower-case account number: only the check digits distinguish them. */
const ACCOUNT_IN_ANY_CASE = /\b[a-z]{2}\d{2}[a-z0-9]{11,30}\b/gi;

/**
 * ISO 13616: with the country and its two digits moved to the end and letters counted from A = 10, the remainder by 97
 * is one.
 */
function hasCheckDigits(account: string): boolean {
  const digits = Array.from(`${account.slice(4)}${account.slice(0, 4)}`, (character) => Number.parseInt(character, 36));
  return BigInt(digits.join('')) % 97n === 1n;
}

/** Returns a vendor's message for the journal: one line, shortened, without secrets and personal data. */
export function redactVendorMessage(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  const redacted = PATTERNS.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), line).replaceAll(
    ACCOUNT_IN_ANY_CASE,
    (found) => (hasCheckDigits(found) ? '[account]' : found),
  );
  return redacted.length > LONGEST ? `${redacted.slice(0, LONGEST - 1)}…` : redacted;
}

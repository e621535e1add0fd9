const LONGEST = 300;

/**
 * What must not be kept of a vendor's words: keys and tokens, whatever is named as one, credentials and queries of
 * addresses, e-mail addresses, card and account numbers. Identifiers of payments and transactions stay: by them a vendor
 * is asked.
 */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk|whsec|seti|ek|tok|ctoken|pi_\w+_secret)_[\w-]+/gi, '[key]'],
  [/\bbearer\s+[\w.~+/=-]+/gi, '[key]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[token]'],
  [
    /\b((?:api[-_ ]?)?(?:key|secret|sign(?:ature)?|token|password|passphrase|nonce))(["']?\s*[:=]\s*["']?)[^\s"'&,}]+/gi,
    '$1$2[redacted]',
  ],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1'],
  [/(https?:\/\/[^\s?#"']+)[?#][^\s"']*/gi, '$1'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, '[account]'],
  [/\b(?:\d[ -]?){12,18}\d\b/g, '[number]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '[ip]'],
];

/** A vendor's own words as the journal may keep them: one line, shortened, without secrets and personal data. */
export function redactWords(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  const redacted = PATTERNS.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), line);
  return redacted.length > LONGEST ? `${redacted.slice(0, LONGEST - 1)}…` : redacted;
}

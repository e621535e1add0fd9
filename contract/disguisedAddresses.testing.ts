/**
 * Addresses that lead to another site or run a script, but that some parsers take for a path of this site: browsers drop tabs
 * and newlines, and treat `\` as `/` (WHATWG URL, 4.4).
 */
export const disguisedAddresses = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/\t\\evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '//slipway.example@evil.example',
  '//evil\u3002example',
  '//evil.example/%09/',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://slipway.example@evil.example',
  'https://slipway.example\\@evil.example',
  'https://evil\u3002example',
  'ht\ttps://evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'blob:https://slipway.example/x',
] as const;

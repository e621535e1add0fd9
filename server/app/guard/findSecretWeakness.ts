/** Entropy of random text is above this per character, even with only sixteen different characters. */
const MIN_BITS_PER_CHARACTER = 3;
const MIN_UNKNOWN_CHARACTERS = 12;

/** Words common in secrets that people choose and in examples. */
const EXAMPLE_MARKERS = [
  'password',
  'passwort',
  'secret',
  'slipway',
  'change',
  'placeholder',
  'replace',
  'example',
  'default',
  'insert',
  'webhook',
  'metrics',
  'token',
  'treasury',
  'admin',
  'letmein',
  'welcome',
  'qwerty',
  'please',
  'production',
  'sandbox',
  'dummy',
  'sample',
  'test',
  'live',
  'this',
  'that',
  'with',
  'your',
  'here',
  'some',
  'long',
  'enough',
  'random',
  'value',
  'string',
  'private',
  'operator',
  'openssl',
  'output',
  'hello',
  'world',
  'correct',
  'horse',
  'battery',
  'staple',
  'dragon',
  'monkey',
  'master',
  'key',
  'the',
  'and',
  'for',
  'not',
  'any',
  'abc',
] as const;
const KNOWN_WORD = new RegExp(EXAMPLE_MARKERS.toSorted((a, b) => b.length - a.length).join('|'), 'gi');

/** Returns why a secret could be guessed; undefined if it looks random. An estimate: it knows no leaked lists. */
export function findSecretWeakness(secret: string): string | undefined {
  const text = secret.replace(/^(?:0x|sk_|rk_|whsec_|test_|live_|sbx:|prd:)+/, '');
  if (isRepetition(text)) return 'repeats itself';
  if (computeEntropy(text) < MIN_BITS_PER_CHARACTER) return 'has too few different characters';
  const unknown = text.replaceAll(KNOWN_WORD, '').replaceAll(/[^0-9A-Za-z]/g, '');
  const runs = countRunCharacters(unknown);
  if (unknown.length - runs < MIN_UNKNOWN_CHARACTERS) return 'consists of common words or a sequence';
  return undefined;
}

/** Returns true for a repeated piece such as `abcabcabc`. */
function isRepetition(text: string): boolean {
  return text.length > 1 && `${text}${text}`.indexOf(text, 1) < text.length;
}

/** Returns Shannon's entropy of the character frequencies. */
function computeEntropy(text: string): number {
  const counts = [...Map.groupBy(text, (character) => character).values()].map((same) => same.length);
  return counts.reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

const MIN_RUN_LENGTH = 4;

/** Returns how many characters are in runs such as `1234`, `fedc`, `aaaa`. */
function countRunCharacters(text: string): number {
  const stepAt = (at: number) => text.charCodeAt(at + 1) - text.charCodeAt(at);
  let inRuns = 0;
  let at = 0;
  while (at < text.length) {
    const step = stepAt(at);
    let end = at + 1;
    if (Math.abs(step) <= 1) while (end < text.length && stepAt(end - 1) === step) end += 1;
    if (end - at >= MIN_RUN_LENGTH) inRuns += end - at;
    at = end;
  }
  return inRuns;
}

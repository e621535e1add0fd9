const WORDS = ['details missing', 'details given', 'document verified'] as const;

/** What a level means, in words. */
export function levelWords(level: number): string {
  return WORDS[level] ?? `level ${level}`;
}

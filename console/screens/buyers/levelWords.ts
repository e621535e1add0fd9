const WORDS = ['not let in yet', 'details given', 'document verified'] as const;

/** What a level means, in words. */
export function levelWords(level: number): string {
  return WORDS[level] ?? `level ${level}`;
}

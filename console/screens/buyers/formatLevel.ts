const LEVEL_LABELS = ['No profile', 'Profile complete', 'ID verified'] as const;

/** Returns the meaning of a level. */
export function formatLevel(level: number): string {
  return LEVEL_LABELS[level] ?? `Level ${level}`;
}

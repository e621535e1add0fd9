/** How a question to another provider ended: `left_out` and `limited` were not asked at all. */
export const HEARD = ['ok', 'refused', 'unavailable', 'left_out', 'limited'] as const;

export type HeardOutcome = (typeof HEARD)[number];

/** So many questions that ended alike, each within so many milliseconds. */
export type Heard = {
  readonly provider: string;
  readonly outcome: HeardOutcome;
  readonly withinMs: number;
  readonly times: number;
};

/** Finer than anybody decides by; a question takes two seconds at most. */
const BOUNDS_MS = [50, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000] as const;
const LONGER_MS = 3_000;

export type HeardAnswers = {
  note(provider: string, outcome: HeardOutcome, milliseconds: number): void;
  /** What was noted since it was asked the last time: by so few words that it never grows. */
  take(): readonly Heard[];
};

/** Counts how other providers answer, for whoever keeps it. */
export function countHeard(): HeardAnswers {
  let counts = new Map<string, Heard>();
  return {
    note(provider, outcome, milliseconds) {
      const withinMs = BOUNDS_MS.find((bound) => milliseconds <= bound) ?? LONGER_MS;
      const key = `${provider} ${outcome} ${withinMs}`;
      const times = (counts.get(key)?.times ?? 0) + 1;
      counts.set(key, { provider, outcome, withinMs, times });
    },
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
  };
}

/** The outcome of a request to another provider. With `left_out` and `limited` it was not sent. */
export const ANSWER_OUTCOMES = ['ok', 'refused', 'unavailable', 'left_out', 'limited'] as const;

export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

/** The number of requests with the same outcome in one bucket of durations; `withinMs` is the bucket's upper bound. */
export type AnswerCount = {
  readonly provider: string;
  readonly outcome: AnswerOutcome;
  readonly withinMs: number;
  readonly times: number;
};

/** Histogram bounds, finer than needed for any decision; a request takes two seconds at most. */
const BOUNDS_MS = [50, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000] as const;
const LONGER_MS = 3_000;

export type AnswerCounter = {
  note(provider: string, outcome: AnswerOutcome, milliseconds: number): void;
  /** Returns and clears the counts; their number is bounded by outcomes and time bounds. */
  take(): readonly AnswerCount[];
};

/** Counts how other providers answer, for a caller that stores the counts. */
export function createAnswerCounter(): AnswerCounter {
  let counts = new Map<string, AnswerCount>();
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

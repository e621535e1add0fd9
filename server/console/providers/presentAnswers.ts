import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { MinuteAnswerCount } from '../../purchase/offer/providerAnswerStore.ts';

type Answers = ConsoleCallData<'providers'>['others'][number]['answers'];

/** The last hour, in bars of five minutes. */
export const ANSWER_MINUTES = 60;
const BAR_MINUTES = 5;
/** A provider counts as left out if any process left it out this recently. A process leaves it out for at most two minutes. */
const LEFT_OUT_MINUTES = 2;
/** A bar is a warning if more than one request in this many was not answered. */
const UNANSWERED_LIMIT = 10;

/** Returns a provider's answers within the hour; null if it had no requests. Pure. */
export function presentAnswers(counts: readonly MinuteAnswerCount[]): Answers {
  if (counts.length === 0) return null;
  const answered = counts.filter(({ outcome }) => outcome === 'ok' || outcome === 'refused');
  return {
    requests: countOutcomes(counts, 'ok', 'refused', 'unavailable'),
    ok: countOutcomes(counts, 'ok'),
    refused: countOutcomes(counts, 'refused'),
    unavailable: countOutcomes(counts, 'unavailable'),
    leftOut: countOutcomes(counts, 'left_out', 'limited'),
    p50: computePercentileMs(answered, 50),
    p95: computePercentileMs(answered, 95),
    isLeftOut: counts.some(({ outcome, minutesAgo }) => outcome === 'left_out' && minutesAgo < LEFT_OUT_MINUTES),
    strip: Array.from({ length: ANSWER_MINUTES / BAR_MINUTES }, (_, bar) => {
      const from = ANSWER_MINUTES - (bar + 1) * BAR_MINUTES;
      return classifyAnswers(counts.filter(({ minutesAgo }) => minutesAgo >= from && minutesAgo < from + BAR_MINUTES));
    }),
  };
}

function countOutcomes(
  counts: readonly MinuteAnswerCount[],
  ...outcomes: readonly MinuteAnswerCount['outcome'][]
): number {
  return counts.reduce((sum, { outcome, times }) => (outcomes.includes(outcome) ? sum + times : sum), 0);
}

/** Returns the time in milliseconds within which this percentage has answered: the upper bound of a histogram bucket. */
function computePercentileMs(answered: readonly MinuteAnswerCount[], percent: number): number | null {
  const all = answered.reduce((sum, { times }) => sum + times, 0);
  let seen = 0;
  for (const { withinMs, times } of answered.toSorted((one, other) => one.withinMs - other.withinMs)) {
    seen += times;
    if (seen * 100 >= all * percent) return withinMs;
  }
  return null;
}

function classifyAnswers(counts: readonly MinuteAnswerCount[]): NonNullable<Answers>['strip'][number] {
  const [answered, unanswered] = [
    countOutcomes(counts, 'ok', 'refused'),
    countOutcomes(counts, 'unavailable', 'left_out'),
  ];
  if (answered + unanswered === 0) return 'unknown';
  if (answered === 0) return 'bad';
  return unanswered * UNANSWERED_LIMIT > answered + unanswered ? 'warn' : 'good';
}

import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { HeardMinute } from '../../purchase/offer/heardAnswerStore.ts';

type Answers = ConsoleCallData<'providers'>['others'][number]['answers'];

/** The last hour, in bars of five minutes. */
export const ANSWER_MINUTES = 60;
const BAR_MINUTES = 5;
/** A provider that was left out so lately by some process is: each decides for itself, for two minutes at most. */
const LEFT_OUT_MINUTES = 2;
/** More than one in ten without an answer is looked at. */
const MANY = 10;

/** How a provider has answered within the hour; null where nobody has asked it. Pure. */
export function shownAnswers(heard: readonly HeardMinute[]): Answers {
  if (heard.length === 0) return null;
  const answered = heard.filter(({ outcome }) => outcome === 'ok' || outcome === 'refused');
  return {
    asked: count(heard, 'ok', 'refused', 'unavailable'),
    ok: count(heard, 'ok'),
    refused: count(heard, 'refused'),
    unavailable: count(heard, 'unavailable'),
    leftOut: count(heard, 'left_out', 'limited'),
    p50: within(answered, 50),
    p95: within(answered, 95),
    isLeftOut: heard.some(({ outcome, minutesAgo }) => outcome === 'left_out' && minutesAgo < LEFT_OUT_MINUTES),
    strip: Array.from({ length: ANSWER_MINUTES / BAR_MINUTES }, (_, bar) => {
      const from = ANSWER_MINUTES - (bar + 1) * BAR_MINUTES;
      return stateOf(heard.filter(({ minutesAgo }) => minutesAgo >= from && minutesAgo < from + BAR_MINUTES));
    }),
  };
}

function count(heard: readonly HeardMinute[], ...outcomes: readonly HeardMinute['outcome'][]): number {
  return heard.reduce((sum, { outcome, times }) => (outcomes.includes(outcome) ? sum + times : sum), 0);
}

/** Within how many milliseconds so many of a hundred have answered: a bound, since that is what was counted. */
function within(answered: readonly HeardMinute[], percent: number): number | null {
  const all = answered.reduce((sum, { times }) => sum + times, 0);
  let seen = 0;
  for (const { withinMs, times } of answered.toSorted((one, other) => one.withinMs - other.withinMs)) {
    seen += times;
    if (seen * 100 >= all * percent) return withinMs;
  }
  return null;
}

function stateOf(heard: readonly HeardMinute[]): NonNullable<Answers>['strip'][number] {
  const [answered, away] = [count(heard, 'ok', 'refused'), count(heard, 'unavailable', 'left_out')];
  if (answered + away === 0) return 'unknown';
  if (answered === 0) return 'bad';
  return away * MANY > answered + away ? 'warn' : 'good';
}

import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { TimelineEntry } from '../../parts/time/Timeline.tsx';
import { formatGroupedDecimal } from '../../parts/values/formatGroupedDecimal.ts';
import { formatCodeAsLabel } from './orderLabels.ts';

type JournalMoment = ConsoleCallData<'order'>['journal'][number];

/** Returns whether an entry is a step that did not fail and has nothing to report. All other entries are always shown. */
function isQuiet({ kind, outcome, message, meaning }: JournalMoment): boolean {
  return (
    kind === 'step' &&
    (outcome === 'ok' || outcome === 'idle' || outcome === 'pending') &&
    message === '' &&
    meaning === null
  );
}

/** Returns the journal's entries, quiet ones only with `all`, and the number of quiet ones. */
export function buildJournalEntries(
  journal: readonly JournalMoment[],
  all: boolean,
): { readonly entries: readonly TimelineEntry[]; readonly quiet: number } {
  const notable = journal.filter((moment) => !isQuiet(moment));
  return { entries: (all ? journal : notable).map(buildTimelineEntry), quiet: journal.length - notable.length };
}

const FAILED_OUTCOMES: ReadonlySet<string> = new Set(['failed', 'refused']);
const UNCERTAIN_OUTCOMES: ReadonlySet<string> = new Set(['unavailable', 'unknown']);

function buildTimelineEntry(moment: JournalMoment): TimelineEntry {
  const { id, at, kind, name, from, to, unexpected, outcome, times, meaning, facts, amount } = moment;
  const moved = kind === 'event' && from !== null && to !== from && !unexpected;
  const message =
    amount === null
      ? formatCodeAsLabel(name)
      : `${formatCodeAsLabel(name)}, ${formatGroupedDecimal(amount.amount)} ${amount.unit}`;
  const title = moved
    ? `${message}: ${formatCodeAsLabel(from ?? '').toLowerCase()} → ${formatCodeAsLabel(to ?? '').toLowerCase()}`
    : message;
  const detail = [
    unexpected ? 'Unexpected event: the order was not changed.' : '',
    moment.message === '' ? '' : `“${moment.message}”`,
    meaning ?? '',
    facts,
    times > 1 ? `${times} times` : '',
  ].filter((text) => text !== '');
  return {
    id,
    at,
    title,
    ...(detail.length > 0 && { detail: detail.join(' · ') }),
    ...(kind === 'step' && { source: outcome ?? '' }),
    tone: chooseEntryTone(moment, moved),
  };
}

function chooseEntryTone(
  { unexpected, outcome, to }: JournalMoment,
  moved: boolean,
): NonNullable<TimelineEntry['tone']> {
  if (outcome !== null)
    return FAILED_OUTCOMES.has(outcome) ? 'bad' : UNCERTAIN_OUTCOMES.has(outcome) ? 'warn' : 'quiet';
  if (unexpected || (moved && (to === 'on_hold' || to === 'refunding'))) return 'warn';
  if (moved && to === 'failed') return 'bad';
  return moved ? 'good' : 'quiet';
}

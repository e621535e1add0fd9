import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { moneyWords } from '../../parts/moneyWords.ts';
import type { TimelineEntry } from '../../parts/Timeline.tsx';
import { words } from './statusWords.ts';

type Moment = ConsoleCallData<'order'>['journal'][number];

/** What went as it should and says nothing new; the rest is always seen. */
function isQuiet({ kind, outcome, words: said, meaning }: Moment): boolean {
  return (
    kind === 'step' &&
    (outcome === 'ok' || outcome === 'idle' || outcome === 'pending') &&
    said === '' &&
    meaning === null
  );
}

/** The journal as lines, without what is quiet unless all is wanted, and how many those are. */
export function journalEntries(
  journal: readonly Moment[],
  all: boolean,
): { readonly entries: readonly TimelineEntry[]; readonly quiet: number } {
  const loud = journal.filter((moment) => !isQuiet(moment));
  return { entries: (all ? journal : loud).map(entryOf), quiet: journal.length - loud.length };
}

const BAD: ReadonlySet<string> = new Set(['failed', 'refused']);
const WARN: ReadonlySet<string> = new Set(['unavailable', 'unknown']);

function entryOf(moment: Moment): TimelineEntry {
  const { id, at, kind, name, from, to, unexpected, outcome, times, meaning, facts, amount } = moment;
  const moved = kind === 'event' && from !== null && to !== from && !unexpected;
  const said = amount === null ? words(name) : `${words(name)}, ${moneyWords(amount.amount)} ${amount.unit}`;
  const title = moved ? `${said}: ${words(from ?? '').toLowerCase()} → ${words(to ?? '').toLowerCase()}` : said;
  const detail = [
    unexpected ? 'It was not expected, and changed nothing.' : '',
    moment.words === '' ? '' : `“${moment.words}”`,
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
    tone: toneOf(moment, moved),
  };
}

function toneOf({ unexpected, outcome, to }: Moment, moved: boolean): NonNullable<TimelineEntry['tone']> {
  if (outcome !== null) return BAD.has(outcome) ? 'bad' : WARN.has(outcome) ? 'warn' : 'quiet';
  if (unexpected || (moved && (to === 'on_hold' || to === 'refunding'))) return 'warn';
  if (moved && to === 'failed') return 'bad';
  return moved ? 'good' : 'quiet';
}

import { inUtc } from './duty.ts';
import type { Next } from './nextTold.ts';
import type { Telling } from './watchStore.ts';

type Said = Pick<Telling, 'person' | 'channel' | 'at' | 'fault'>;

const FAULTS = {
  mail: { waits: 'the letter has not left', refused: 'the mail server refuses the address' },
  push: { waits: 'no phone has got it', refused: 'no phone could be told' },
  webhook: { waits: 'the webhook has not taken it', refused: 'the webhook has not taken it' },
} as const;

/** Who was told when, and what of it has not arrived: a line for each. */
export function saidOf(tellings: readonly Said[]): string[] {
  const each = Map.groupBy(tellings, ({ person }) => person);
  return [...each].map(([person, ways]) => {
    const [first] = ways;
    const when = first ? ` at ${inUtc(first.at)}` : '';
    if (first?.channel === 'none') return `${person} could not be told${when}: no address, no phone, and no webhook`;
    const missing = ways.flatMap(({ channel, fault }) =>
      channel === 'none' || !fault ? [] : [FAULTS[channel][fault]],
    );
    return `${person ?? 'everybody'} was told${when}${missing.length > 0 ? ` (${missing.join('; ')})` : ''}`;
  });
}

/** What happens if nobody says that they have it. Undefined: nothing. */
export function saidOfNext(next: { readonly next: Next; readonly at: Date } | undefined): string {
  if (!next) return 'nobody else is told.';
  const whom = next.next.kind === 'person' ? `${next.next.person} is` : 'everybody in ALERT_MAIL is';
  return `${whom} told at ${inUtc(next.at)}.`;
}

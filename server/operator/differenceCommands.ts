import { readSettings } from '../configuration/readSettings.ts';
import { findHandBooking } from '../ledger/handBookingStore.ts';
import { outcomeOfDifference } from '../reconciliation/differenceEntry.ts';
import { type Difference, standingDifferences } from '../reconciliation/differenceStore.ts';
import { machineNow } from '../reconciliation/placeStore.ts';
import { askClerk } from './asking.ts';
import { signedOf, whyNotBooked, whyNotDecided, whyNotWait } from './clerk/differenceRules.ts';
import { movesOf } from './clerk/movesOf.ts';
import { whyNotReversed } from './clerk/reversal.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandError } from './commandError.ts';

/** What can be done about a difference beside accepting it. */
export const differenceCommands = {
  'book-difference': {
    usage: 'book-difference DIFFERENCE --as lost | gained',
    about:
      'books a difference, exactly, as lost or gained: the ledger has what the place has then; takes two people, and is reversed by reverse-booking',
    decides: 'asks',
    async run(context, [id = '']) {
      const difference = await openDifference(context, id);
      const { as = '' } = context.options;
      if (as !== 'lost' && as !== 'gained')
        throw new CommandError(`say --as ${outcomeOfDifference(difference) ?? 'lost | gained'}`);
      refuseFor(id, whyNotBooked(difference, as));
      return askClerk(context, { action: 'book-difference', subject: id, input: { as, ...signedOf(difference) } });
    },
  },
  'wait-until': {
    usage: 'wait-until DIFFERENCE --until TIME',
    about:
      'nobody is told of a difference again until a time in UTC, as 2026-11-25T10:00Z, within 7 days; what it halts stays halted',
    decides: 'asks',
    async run(context, [id = '']) {
      const difference = await openDifference(context, id);
      const until = new Date(context.options['until'] ?? '');
      const age = (await machineNow(context.database)).getTime() - difference.openedAt.getTime();
      refuseFor(id, whyNotDecided(difference) ?? whyNotWait(until, { now: await context.database.now(), age }));
      const input = { until: until.toISOString(), ...signedOf(difference) };
      return askClerk(context, { action: 'wait-until', subject: id, input });
    },
  },
  'reverse-booking': {
    usage: 'reverse-booking KEY',
    about:
      'takes back what a person has booked by hand (list bookings has the keys): what it was booked of waits again; takes two people',
    decides: 'asks',
    async run(context, [key = '']) {
      const { database } = context;
      const booking = await findHandBooking(database, key);
      if (!booking) throw new CommandError(`no person has booked ${key || 'KEY'} by hand: list bookings`);
      const against = await whyNotReversed(database, booking);
      if (against !== undefined) throw new CommandError(against);
      const { catalog } = await readSettings(database);
      const input = { moves: movesOf(catalog, booking.postings) };
      return askClerk(context, { action: 'reverse-booking', subject: key, input });
    },
  },
} satisfies Readonly<Record<string, Command>>;

/** Throws {@link CommandError} where there is none that is open. */
export async function openDifference({ database }: CommandContext, id: string): Promise<Difference> {
  if (!/^\d{1,15}$/.test(id)) throw new CommandError(`${id || 'nothing'} is not a number of reconcile's list`);
  const difference = (await standingDifferences(database)).find((each) => each.id === Number(id));
  if (difference?.state !== 'open') throw new CommandError(`there is no open difference ${id}`);
  return difference;
}

function refuseFor(id: string, against: string | undefined): void {
  if (against !== undefined) throw new CommandError(`difference ${id}: ${against}`);
}

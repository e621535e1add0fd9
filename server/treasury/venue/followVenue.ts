import { postEntry } from '../../ledger/ledgerStore.ts';
import type { Entry } from '../../ledger/posting.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { VenueAccount } from '../../providers/venue/venueAccount.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import { markRead, readFrom } from '../readingStore.ts';
import { assetOfWithdrawal } from '../withdrawal/withdrawalStore.ts';
import { assetAtVenue, entryOfMovement, keyOfMovement } from './movementEntries.ts';
import { insertMovements, newMovements, type StoredMovement, settleMovement, takeMovement } from './movementStore.ts';

export type FollowContext = {
  readonly database: Database;
  readonly venue: Pick<VenueAccount, 'listMovements'> & { readonly id: string };
  readonly catalog: Catalog;
  readonly log: Log;
};

/** A movement may show a little after the time that it bears. Each reading costs calls that orders could use. */
const OVERLAP_MS = 10 * 60_000;

/** Brings what moved the account at the venue beside trades into the books. */
export async function followVenue(context: FollowContext): Promise<void> {
  await collectMovements(context);
  for (const movement of await newMovements(context.database)) {
    try {
      await context.database.transaction((transaction) => bookMovement(context, transaction, movement));
    } catch (error) {
      context.log.error({ error, movement: movement.id }, 'a movement at the venue was not booked');
    }
  }
}

async function collectMovements({ database, venue, log }: FollowContext): Promise<void> {
  const source = `venue:${venue.id}`;
  const since = await readFrom(database, source, OVERLAP_MS);
  if (!since) return;
  const begun = await database.now();
  let page: string | undefined;
  do {
    const answer = await venue.listMovements({ since, page });
    if (answer.kind !== 'ok') {
      log.warn({ outcome: answer.kind }, 'the account at the venue was not read');
      return;
    }
    await insertMovements(database, venue.id, answer.value.movements);
    page = answer.value.nextPage;
  } while (page !== undefined);
  await markRead(database, source, begun);
}

async function bookMovement(
  { catalog }: FollowContext,
  transaction: Transaction,
  { venue, id }: StoredMovement,
): Promise<void> {
  const movement = await takeMovement(transaction, { venue, id }, 'new');
  if (!movement) return;
  const asset = (await assetOfWithdrawal(transaction, movement)) ?? assetAtVenue(catalog, movement.currency);
  const entry = entryWithinDigits(() => entryOfMovement(movement, asset));
  if (entry) await postEntry(transaction, entry, null, await transactionTime(transaction));
  else await alertOf(transaction, movement);
  await settleMovement(transaction, movement, entry ? 'posted' : 'aside');
}

/** Finer than the ledger counts is for a person. */
function entryWithinDigits(make: () => Entry | undefined): Entry | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function alertOf(transaction: Transaction, movement: StoredMovement): Promise<void> {
  const { id, word, currency, amount, fee, reference } = movement;
  await raiseAlert(transaction, {
    key: keyOfMovement(movement),
    orderId: null,
    kind: 'venue_movement',
    facts: { movement: id, word, amount: `${amount} ${currency}`, fee, reference },
  });
}

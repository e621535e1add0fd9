import { postEntry } from '../../ledger/ledgerStore.ts';
import type { Entry } from '../../ledger/posting.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { VenueAccount } from '../../providers/venue/venueAccount.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { readTransactionTime } from '../../purchase/order/orderStore.ts';
import { findReadingStart, saveReadingEnd } from '../readingStore.ts';
import { findWithdrawalAsset } from '../withdrawal/withdrawalStore.ts';
import { buildMovementEntry, buildMovementKey, findVenueAsset } from './movementEntries.ts';
import {
  findNewMovements,
  insertMovements,
  lockMovement,
  type StoredMovement,
  settleMovement,
} from './movementStore.ts';

export type VenueSyncContext = {
  readonly database: Database;
  readonly venue: Pick<VenueAccount, 'listMovements'> & { readonly id: string };
  readonly catalog: Catalog;
  readonly log: Log;
};

/** A movement may appear some time after its own timestamp. Kept short: the venue limits calls, and orders need them too. */
const OVERLAP_MS = 10 * 60_000;

/** Books movements of the account at the venue other than trades. Raises an alert for those that a person must classify. */
export async function syncVenueAccount(context: VenueSyncContext): Promise<void> {
  await collectMovements(context);
  for (const movement of await findNewMovements(context.database)) {
    try {
      await context.database.transaction((transaction) => bookMovement(context, transaction, movement));
    } catch (error) {
      context.log.error(
        { error, movement: movement.id },
        'a movement at the exchange could not be booked; it is tried again',
      );
    }
  }
}

async function collectMovements({ database, venue, log }: VenueSyncContext): Promise<void> {
  const source = `venue:${venue.id}`;
  const since = await findReadingStart(database, source, OVERLAP_MS);
  if (!since) return;
  const begun = await database.now();
  let page: string | undefined;
  do {
    const answer = await venue.listMovements({ since, page });
    if (answer.kind !== 'ok') {
      log.warn(
        { outcome: answer.kind },
        'the account at the exchange could not be read; it is read again from the same time',
      );
      return;
    }
    await insertMovements(database, venue.id, answer.value.movements);
    page = answer.value.nextPage;
  } while (page !== undefined);
  await saveReadingEnd(database, source, begun);
}

async function bookMovement(
  { catalog }: VenueSyncContext,
  transaction: Transaction,
  { venue, id }: StoredMovement,
): Promise<void> {
  const movement = await lockMovement(transaction, { venue, id }, 'new');
  if (!movement) return;
  const asset = (await findWithdrawalAsset(transaction, movement)) ?? findVenueAsset(catalog, movement.currency);
  const entry = buildEntryWithinDigits(() => buildMovementEntry(movement, asset));
  if (entry) await postEntry(transaction, entry, null, await readTransactionTime(transaction));
  else await raiseMovementAlert(transaction, movement);
  await settleMovement(transaction, movement, entry ? 'posted' : 'aside');
}

/** Returns the entry; undefined if an amount is finer than the ledger, which needs a person. */
function buildEntryWithinDigits(make: () => Entry | undefined): Entry | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function raiseMovementAlert(transaction: Transaction, movement: StoredMovement): Promise<void> {
  const { id, vendorType, currency, amount, fee, reference } = movement;
  await raiseAlert(transaction, {
    key: buildMovementKey(movement),
    orderId: null,
    kind: 'venue_movement',
    facts: { movement: id, type: vendorType, amount: `${amount} ${currency}`, fee, reference },
  });
}

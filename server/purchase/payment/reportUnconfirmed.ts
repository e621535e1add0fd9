import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { unconfirmedDays } from './toldBookingStore.ts';

/** The statement of a day comes on the next working day; the longest row of holidays is four days. */
const CONFIRMED_WITHIN_DAYS = 5;

/** A notification is the bank's word in advance: what no statement has told after days is put before the operator. */
export async function reportUnconfirmed({ database }: { readonly database: Database }): Promise<void> {
  for (const { account, currency, day, bookings, entry } of await unconfirmedDays(database, CONFIRMED_WITHIN_DAYS)) {
    await raiseAlert(database, {
      key: `unconfirmed:${account}:${currency}:${day}`,
      orderId: null,
      kind: 'bank_unconfirmed',
      facts: { account, currency, day, bookings, oneOfThem: entry },
    });
  }
}

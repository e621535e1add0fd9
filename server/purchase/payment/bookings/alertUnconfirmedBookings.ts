import { raiseAlert } from '../../../notification/alertStore.ts';
import type { Database } from '../../../platform/database/database.ts';
import { listUnconfirmedDays } from './reportedBookingStore.ts';

/** The statement of a day arrives on the next working day; at most four holidays come in a row. */
const CONFIRMED_WITHIN_DAYS = 5;

/** Raises an alert for each day with bookings that a notification reported and no statement has confirmed in time. */
export async function alertUnconfirmedBookings({ database }: { readonly database: Database }): Promise<void> {
  for (const { account, currency, day, bookings, entry } of await listUnconfirmedDays(
    database,
    CONFIRMED_WITHIN_DAYS,
  )) {
    await raiseAlert(database, {
      key: `unconfirmed:${account}:${currency}:${day}`,
      orderId: null,
      kind: 'bank_unconfirmed',
      facts: { account, currency, day, bookings, oneOfThem: entry },
    });
  }
}

import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import { type AcquirerPayout, buildHoldingName, scaleLedgerUnits } from './standInBooks.ts';

export type PostedSum = {
  readonly account: string;
  readonly asset: string;
  readonly units: string;
  readonly count: number;
};
export type DeliveredSum = {
  readonly hour: number;
  readonly asset: string;
  readonly decimals: number;
  readonly units: string;
  readonly orders: number;
};

/** Sums of the ledger's postings and the orders' events, computed here without the console's code. */
export type BookedFigures = {
  readonly balances: readonly PostedSum[];
  /** Like `balances`, without the opening balances. */
  readonly posted: readonly PostedSum[];
  /** Sums of the result accounts: income, expenses, and gains from trading and exchange rates. */
  readonly result: readonly PostedSum[];
  readonly resultOfDay: readonly PostedSum[];
  /** Pay and receive amounts of delivered orders, without deliveries that a reorganization of the chain reversed. */
  readonly paid: readonly DeliveredSum[];
  readonly paidOfDay: readonly DeliveredSum[];
  readonly received: readonly DeliveredSum[];
  readonly receivedOfDay: readonly DeliveredSum[];
  /** Balances that the external accounts report, plus the venue's opening balances, by account and asset. */
  readonly held: ReadonlyMap<string, bigint>;
  /** Payouts as the acquirer reports them. */
  readonly payouts: readonly AcquirerPayout[];
};

const RESULT_ACCOUNTS = "(account like 'income:%' or account like 'expense:%' or account in ('trading', 'fx'))";

/** Sums everything that was ever booked, and what was booked within the day that begins at `start`. */
export async function readBookedFigures(
  books: ReadOnlyDatabase,
  start: string,
  held: ReadonlyMap<string, bigint>,
  payouts: readonly AcquirerPayout[],
): Promise<BookedFigures> {
  const sumPostings = (where: string, values: readonly unknown[] = []) =>
    books.rows<PostedSum>(
      `select account, asset, sum(units)::text as units, count(*)::int as count
      from ledger_postings p join ledger_transactions t on t.id = p.transaction_id where ${where} group by 1, 2`,
      values,
    );
  const sumDelivered = (asset: string, of: 'pay' | 'receive', since: string) =>
    books.rows<DeliveredSum>(
      `select extract(hour from e.at at time zone 'UTC')::int as hour, ${asset} as asset, o.${of}_decimals::int as decimals,
        sum(case e.kind when 'payout_confirmed' then o.${of}_units else -o.${of}_units end)::text as units,
        sum(case e.kind when 'payout_confirmed' then 1 else -1 end)::int as orders
      from order_events e join orders o on o.id = e.order_id
      where e.kind in ('payout_confirmed', 'payout_reorged') and not e.unexpected and e.at >= $1 group by 1, 2, 3`,
      [since],
    );
  const allTime = '2000-01-01';
  const openings = await readVenueOpenings(books);
  return {
    balances: [...(await sumPostings('true')), ...openings],
    posted: await sumPostings('true'),
    result: await sumPostings(RESULT_ACCOUNTS),
    resultOfDay: await sumPostings(`${RESULT_ACCOUNTS} and t.at >= $1`, [start]),
    paid: await sumDelivered("'iso4217:' || o.pay_currency", 'pay', allTime),
    paidOfDay: await sumDelivered("'iso4217:' || o.pay_currency", 'pay', start),
    received: await sumDelivered('o.receive_asset', 'receive', allTime),
    receivedOfDay: await sumDelivered('o.receive_asset', 'receive', start),
    held: addOpenings(held, openings),
    payouts,
  };
}

/** Returns the venue's balances from before the books began, which the venue's figures in {@link BookedFigures} include. */
async function readVenueOpenings(books: ReadOnlyDatabase): Promise<readonly PostedSum[]> {
  const rows = await books.rows<Pick<PostedSum, 'asset' | 'units'>>(
    "select asset, units::text as units from reconciliation_openings where place like 'venue:%'",
  );
  return rows.map((row) => ({ account: 'asset:venue', ...row, count: 0 }));
}

function addOpenings(held: ReadonlyMap<string, bigint>, openings: readonly PostedSum[]): ReadonlyMap<string, bigint> {
  const heldWithOpenings = new Map(held);
  for (const { account, asset, units } of openings) {
    const holding = buildHoldingName(account, asset);
    heldWithOpenings.set(holding, (heldWithOpenings.get(holding) ?? 0n) + scaleLedgerUnits(asset, units));
  }
  return heldWithOpenings;
}

import type { BooksQuery } from './booksQuery.ts';
import { atScale, holdingName } from './standInBooks.ts';

export type Posted = {
  readonly account: string;
  readonly asset: string;
  readonly units: string;
  readonly count: number;
};
export type Delivered = {
  readonly hour: number;
  readonly asset: string;
  readonly decimals: number;
  readonly units: string;
  readonly orders: number;
};

/** The ledger's own lines and the orders' own events, added up here and by nothing of the console. */
export type BookedFigures = {
  readonly balances: readonly Posted[];
  readonly result: readonly Posted[];
  readonly resultOfDay: readonly Posted[];
  readonly paid: readonly Delivered[];
  readonly paidOfDay: readonly Delivered[];
  readonly received: readonly Delivered[];
  readonly receivedOfDay: readonly Delivered[];
  /** By whoever keeps it. */
  readonly held: ReadonlyMap<string, bigint>;
};

const RESULT = "(account like 'income:%' or account like 'expense:%' or account in ('trading', 'fx'))";

/** Everything that was ever booked, and what was within the day that begins at `start`. */
export async function readBooked(
  books: BooksQuery,
  start: string,
  held: ReadonlyMap<string, bigint>,
): Promise<BookedFigures> {
  const posted = (where: string, values: readonly unknown[] = []) =>
    books.rows<Posted>(
      `select account, asset, sum(units)::text as units, count(*)::int as count
      from ledger_postings p join ledger_transactions t on t.id = p.transaction_id where ${where} group by 1, 2`,
      values,
    );
  const delivered = (asset: string, of: 'pay' | 'receive', since: string) =>
    books.rows<Delivered>(
      `select extract(hour from e.at at time zone 'UTC')::int as hour, ${asset} as asset, o.${of}_decimals::int as decimals,
        sum(case e.kind when 'payout_confirmed' then o.${of}_units else -o.${of}_units end)::text as units,
        sum(case e.kind when 'payout_confirmed' then 1 else -1 end)::int as orders
      from order_events e join orders o on o.id = e.order_id
      where e.kind in ('payout_confirmed', 'payout_reorged') and not e.unexpected and e.at >= $1 group by 1, 2, 3`,
      [since],
    );
  const ever = '2000-01-01';
  const lay = await openings(books);
  return {
    balances: [...(await posted('true')), ...lay],
    result: await posted(RESULT),
    resultOfDay: await posted(`${RESULT} and t.at >= $1`, [start]),
    paid: await delivered("'iso4217:' || o.pay_currency", 'pay', ever),
    paidOfDay: await delivered("'iso4217:' || o.pay_currency", 'pay', start),
    received: await delivered('o.receive_asset', 'receive', ever),
    receivedOfDay: await delivered('o.receive_asset', 'receive', start),
    held: withOpenings(held, lay),
  };
}

/** What lay at the venue before its books began: its keeper's figures of {@link BookedFigures} begin with it, too. */
async function openings(books: BooksQuery): Promise<readonly Posted[]> {
  const rows = await books.rows<Pick<Posted, 'asset' | 'units'>>(
    "select asset, units::text as units from reconciliation_openings where place like 'venue:%'",
  );
  return rows.map((row) => ({ account: 'asset:venue', ...row, count: 0 }));
}

function withOpenings(held: ReadonlyMap<string, bigint>, lay: readonly Posted[]): ReadonlyMap<string, bigint> {
  const whole = new Map(held);
  for (const { account, asset, units } of lay) {
    const holding = holdingName(account, asset);
    whole.set(holding, (whole.get(holding) ?? 0n) + atScale(asset, units));
  }
  return whole;
}

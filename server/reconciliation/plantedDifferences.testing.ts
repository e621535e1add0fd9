import { createAmount } from '@slipway/money/amount.ts';
import type { BalanceLine } from '../providers/card/balanceLine.ts';
import { coin, type createMatchingBooks } from './matchingBooks.testing.ts';

type Books = Awaited<ReturnType<typeof createMatchingBooks>>;

/** A difference to find: its external account, asset and row; null if no row can name it. */
export type PlantedDifference = { readonly place: string; readonly asset: string; readonly row: string | null };

const EUR = 'iso4217:EUR';
const VENUE_BTC = 'coin:BTC';
const CHAIN = `chain:${coin.id.split('/')[0]}`;

const atBank = (row: string, asset = EUR): PlantedDifference => ({ place: 'bank', asset, row });
const atVenue = (row: string | null, asset = EUR): PlantedDifference => ({ place: 'venue:laid', asset, row });
const atAcquirer = (row: string): PlantedDifference => ({ place: 'acquirer:laid', asset: EUR, row });
const onChain = (row: string | null): PlantedDifference => ({ place: CHAIN, asset: coin.id, row });

/** Units of the ledger. */
const MANY = '1000000000000';

/** Functions that change either the ledger or the external account for order `n`, and return the expected differences. */
export const differencePlanters: readonly ((books: Books, n: number) => Promise<readonly PlantedDifference[]>)[] = [
  async function bankLacksBooking({ run }, n) {
    await changeClosingBalance(run, -(10_000 + n));
    await run('delete from bank_entries where id = $1', [`B${n}`]);
    return [atBank(`B${n}`)];
  },
  async function bankHasExtraBooking({ run }, n) {
    await run(
      `insert into bank_entries select (jsonb_populate_record(e, jsonb_build_object('id', $2::text))).*
      from bank_entries e where id = $1`,
      [`B${n}`, `D${n}`],
    );
    await changeClosingBalance(run, 10_000 + n);
    return [atBank(`D${n}`)];
  },
  async function bankHasWrongAmount({ run }, n) {
    await run('update bank_entries set units = units + 1 where id = $1', [`B${n}`]);
    await changeClosingBalance(run, 1);
    return [atBank(`B${n}`)];
  },
  async function bankHasWrongCurrency({ run }, n) {
    await run(`update bank_entries set currency = 'GBP' where id = $1`, [`B${n}`]);
    await changeClosingBalance(run, -(10_000 + n));
    return [atBank(`B${n}`), atBank(`B${n}`, 'iso4217:GBP')];
  },
  async function ledgerLacksBooking({ run }, n) {
    await unpost(run, `O${n}:1:received`);
    return [atBank(`B${n}`)];
  },
  async function ledgerHasBookingTwice({ run }, n) {
    await postTwice(run, `O${n}:1:received`, `bank:B${n}:unallocated`);
    return [atBank(`B${n}`)];
  },
  async function ledgerHasAnotherAmount({ run }, n) {
    await addToPostings(run, `O${n}:1:received`, EUR);
    return [atBank(`B${n}`)];
  },
  async function venueLacksTrade({ there, run }, n) {
    for (const leg of ['a', 'b']) await run(`delete from reconciliation_lines where id = $1`, [`L${n}${leg}`]);
    const legs = there.lines.filter(({ groupId }) => groupId === `V${n}`);
    for (const leg of legs) {
      there.lines.splice(there.lines.indexOf(leg), 1);
      there.balances[leg.amount.currency as 'EUR' | 'BTC'] -= leg.amount.value.coefficient;
    }
    return [atVenue(`C${n}`), atVenue(`C${n}`, VENUE_BTC)];
  },
  async function venueHasExtraTrade({ there }, n) {
    const [leg] = there.lines.filter(({ groupId }) => groupId === `V${n}`);
    if (!leg) throw new Error(`the venue has no trade of order ${n}`);
    there.lines.push({ ...leg, lineId: `X${n}`, groupId: `W${n}`, at: new Date() });
    there.balances.EUR += leg.amount.value.coefficient;
    return [atVenue(`W${n}`)];
  },
  async function venueHasAnotherAmount({ there }, n) {
    const index = there.lines.findIndex(({ lineId }) => lineId === `L${n}b`);
    const leg = there.lines[index];
    if (!leg) throw new Error(`the venue has no trade of order ${n}`);
    const value = { ...leg.amount.value, coefficient: leg.amount.value.coefficient - 1n };
    there.lines[index] = { ...leg, amount: { ...leg.amount, value } };
    there.balances.BTC -= 1n;
    return [atVenue(`C${n}`, VENUE_BTC)];
  },
  async function ledgerLacksTrade({ run }, n) {
    await unpost(run, `O${n}:2:fill`);
    return [atVenue(`C${n}`), atVenue(`C${n}`, VENUE_BTC)];
  },
  async function ledgerHasAnotherCost({ run }, n) {
    await addToPostings(run, `O${n}:2:fill`, EUR);
    return [atVenue(`C${n}`)];
  },
  async function acquirerLacksCharge({ there, run }, n) {
    await run('delete from reconciliation_lines where id = $1', [`txn_${n}`]);
    there.charges.splice(findChargeIndex(there, n), 1);
    return [atAcquirer(`pi_${n}`)];
  },
  async function acquirerKeepsMore({ there }, n) {
    const index = findChargeIndex(there, n);
    const charge = there.charges[index] as BalanceLine;
    there.charges[index] = { ...charge, fee: createAmount(charge.amount.asset, 1n) };
    return [atAcquirer(`pi_${n}`)];
  },
  async function acquirerChargesTwice({ there }, n) {
    there.charges.push({
      ...(there.charges[findChargeIndex(there, n)] as BalanceLine),
      lineId: `twice_${n}`,
      bookedAt: new Date(),
    });
    return [atAcquirer(`pi_${n}`)];
  },
  async function acquirerPaysOutUnseen({ there }, n) {
    const charge = there.charges[findChargeIndex(there, n)] as BalanceLine;
    const amount = createAmount(charge.amount.asset, -charge.amount.units);
    there.charges.push({
      ...charge,
      lineId: `po_${n}`,
      kind: 'payout',
      vendorType: 'payout',
      amount,
      bookedAt: new Date(),
    });
    return [atAcquirer(`po_${n}`)];
  },
  async function ledgerLacksCapture({ run }, n) {
    await unpost(run, `O${n}:5:captured`);
    return [atAcquirer(`pi_${n}`)];
  },
  async function chainTookMore({ run, there }, n) {
    await run('update payouts set fee_units = fee_units + 7 where id = $1', [`P${n}`]);
    there.wallet -= 7n;
    return [onChain(`O${n}`)];
  },
  async function ledgerLacksFee({ run }, n) {
    await unpost(run, `O${n}:4:confirmed`);
    return [onChain(`O${n}`)];
  },
  async function ledgerSentTwice({ run }, n) {
    await postTwice(run, `O${n}:3:broadcast`, `O${n}:9:broadcast`);
    return [onChain(`O${n}`)];
  },
];

/** Removes coins without a row. Use it once per asset, since all unexplained amounts of an asset form one sum. */
export async function steal(books: Books): Promise<readonly PlantedDifference[]> {
  books.there.wallet -= 1n;
  return [onChain(null)];
}

function findChargeIndex(there: Books['there'], n: number): number {
  return there.charges.findIndex(({ lineId }) => lineId === `txn_${n}`);
}

type Run = Books['run'];

/** Raises the closing balance of the bank's statement by cents. */
async function changeClosingBalance(run: Run, cents: number): Promise<void> {
  await run(
    `update account_statements set closing_units = closing_units + $1, net_units = net_units + $1
    where statement_id = 'second'`,
    [cents],
  );
}

async function unpost(run: Run, key: string): Promise<void> {
  await run('delete from ledger_postings where transaction_id = (select id from ledger_transactions where key = $1)', [
    key,
  ]);
  await run('delete from ledger_transactions where key = $1', [key]);
}

async function postTwice(run: Run, key: string, again: string): Promise<void> {
  await run(
    `with t as (insert into ledger_transactions (key, kind, order_id, at)
      select $2, kind, order_id, at from ledger_transactions where key = $1 returning id)
    insert into ledger_postings (transaction_id, order_id, account, asset, units)
    select t.id, p.order_id, p.account, p.asset, p.units from t, ledger_postings p
    where p.transaction_id = (select id from ledger_transactions where key = $1)`,
    [key, again],
  );
}

async function addToPostings(run: Run, key: string, asset: string): Promise<void> {
  await run(
    `update ledger_postings set units = units + sign(units) * $3::numeric where asset = $2 and transaction_id =
    (select id from ledger_transactions where key = $1)`,
    [key, asset, MANY],
  );
}

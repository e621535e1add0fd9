import { patienceMs } from '../../tools/patience/patience.ts';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import { expect } from '../world.ts';

type OrderRow = {
  readonly id: string;
  readonly status: string;
  readonly receive_units: string;
  readonly pay_units: string;
  readonly captured_units: string;
  readonly transfer_reference: string;
  readonly address: string;
};

export async function readOrder(books: ReadOnlyDatabase, orderNo: string): Promise<OrderRow> {
  const [order] = await books.rows<OrderRow>('select * from orders where order_no = $1', [orderNo]);
  if (!order) throw new Error(`no order ${orderNo}`);
  return order;
}

/** Checks that every transaction of the ledger sums to zero for each asset. */
export async function expectBalancedLedger(books: ReadOnlyDatabase): Promise<void> {
  const unbalanced = await books.rows(
    'select transaction_id, asset, sum(units) from ledger_postings group by transaction_id, asset having sum(units) <> 0',
  );
  expect(unbalanced).toEqual([]);
}

/** Waits until the order has the status in the database. A page may show it later. */
export async function expectServerStatus(books: ReadOnlyDatabase, orderNo: string, status: string): Promise<void> {
  await expect.poll(async () => (await readOrder(books, orderNo)).status).toBe(status);
}

/** In a worker fixture, outside of any test, `expect` does not use the configured timeout. */
const POLL_OPTIONS = { timeout: patienceMs };

/** Waits until no order is in a transient status and every refund by bank is settled. */
export async function expectNoPendingWork(books: ReadOnlyDatabase): Promise<void> {
  const transientStatuses =
    "('authorizing', 'capturing', 'voiding', 'paid', 'converting', 'converted', 'delivering', 'refunding')";
  await expect
    .poll(() => books.rows(`select order_no, status from orders where status in ${transientStatuses}`), POLL_OPTIONS)
    .toEqual([]);
  const unsettledRefunds = "select id from refunds where channel = 'bank' and status <> 'settled'";
  await expect.poll(() => books.rows(unsettledRefunds), POLL_OPTIONS).toEqual([]);
}

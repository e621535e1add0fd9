import type { BooksQuery } from './booksQuery.ts';
import { expect } from './world.ts';

type OrderRow = {
  readonly id: string;
  readonly status: string;
  readonly receive_units: string;
  readonly pay_units: string;
  readonly captured_units: string;
  readonly transfer_reference: string;
  readonly address: string;
};

export async function readOrder(books: BooksQuery, orderNo: string): Promise<OrderRow> {
  const [order] = await books.rows<OrderRow>('select * from orders where order_no = $1', [orderNo]);
  if (!order) throw new Error(`no order ${orderNo}`);
  return order;
}

/** Every transaction of the ledger sums to zero for each asset. */
export async function expectBalancedLedger(books: BooksQuery): Promise<void> {
  const off = await books.rows(
    'select transaction_id, asset, sum(units) from ledger_postings group by transaction_id, asset having sum(units) <> 0',
  );
  expect(off).toEqual([]);
}

/** The status that the server has, whatever a page says. */
export async function expectServerStatus(books: BooksQuery, orderNo: string, status: string): Promise<void> {
  await expect.poll(async () => (await readOrder(books, orderNo)).status).toBe(status);
}

/** No order moves by itself any longer, and no refund is on its way. */
export async function expectRest(books: BooksQuery): Promise<void> {
  const moving =
    "('authorizing', 'capturing', 'voiding', 'paid', 'converting', 'converted', 'delivering', 'refunding')";
  await expect
    .poll(async () => (await books.rows(`select order_no, status from orders where status in ${moving}`)).length)
    .toBe(0);
  const onTheWay = "select id from refunds where channel = 'bank' and status <> 'settled'";
  await expect.poll(async () => (await books.rows(onTheWay)).length).toBe(0);
}

import { z } from 'zod';
import { type BooksQuery, createBooksQuery } from '../booksQuery.ts';
import { createDesk } from '../desk.ts';
import type { PaidOrder, ToldOrder } from './buyers.ts';

const acquirersBooks = z.object({
  stripe: z.object({ payments: z.array(z.object({ captured: z.number(), refunded: z.number() })) }),
});

/** Of the acquirer's smallest unit in one of the ledger's pay units. */
type OrderRow = { readonly order_no: string; readonly status: string; readonly receive_units: string };

/** What buyers were told, and what became of it: a line for each thing that is not as it should be. */
export async function findLosses(
  at: { readonly databaseUrl: string; readonly deskUrl: string },
  { told, paid }: { readonly told: readonly ToldOrder[]; readonly paid: readonly PaidOrder[] },
): Promise<readonly string[]> {
  const books = createBooksQuery(at.databaseUrl);
  try {
    const rows = await books.rows<OrderRow>('select order_no, status, receive_units::text from orders');
    const kept = new Map(rows.map((row) => [row.order_no, row]));
    return [
      ...told
        .filter(({ orderNo }) => !kept.has(orderNo))
        .map(({ orderNo }) => `order ${orderNo} was told, and is gone`),
      ...(await wronglyPaidOut(at.deskUrl, kept, paid)),
      ...(await wronglyTaken(at.deskUrl, paid)),
      ...(await wrongBooks(books)),
    ];
  } finally {
    await books.close();
  }
}

/** Each order has an address of its own: what lies there came for that order, once or twice. */
async function wronglyPaidOut(
  deskUrl: string,
  kept: ReadonlyMap<string, OrderRow>,
  paid: readonly PaidOrder[],
): Promise<readonly string[]> {
  const desk = createDesk(deskUrl);
  const faults: string[] = [];
  for (const { orderNo, address } of paid) {
    const row = kept.get(orderNo);
    if (!row) continue;
    const arrived = await desk.balance('ethereum', 'ETH', address);
    if (row.status !== 'delivered') faults.push(`order ${orderNo} is ${row.status}`);
    if (arrived !== BigInt(row.receive_units))
      faults.push(`order ${orderNo} was to receive ${row.receive_units}, and ${arrived} arrived`);
  }
  return faults;
}

/** One payment was captured for each order, and none given back. */
async function wronglyTaken(deskUrl: string, paid: readonly PaidOrder[]): Promise<readonly string[]> {
  const { stripe } = acquirersBooks.parse(await createDesk(deskUrl).books());
  const captured = stripe.payments.filter((payment) => payment.captured > 0);
  const refunded = stripe.payments.filter((payment) => payment.refunded > 0);
  return [
    ...(captured.length === paid.length ? [] : [`${captured.length} payments were captured for ${paid.length} orders`]),
    ...(refunded.length === 0 ? [] : [`${refunded.length} payments were given back`]),
  ];
}

async function wrongBooks(books: BooksQuery): Promise<readonly string[]> {
  const off = await books.rows(
    'select transaction_id, asset from ledger_postings group by transaction_id, asset having sum(units) <> 0',
  );
  const alerts = await books.rows<{ kind: string; facts: unknown }>(
    `select kind, facts from operator_alerts where kind in ('books_differ', 'sums_broken', 'audit_broken', 'payouts_stopped', 'order_changed')`,
  );
  return [
    ...(off.length === 0 ? [] : [`${off.length} transactions of the ledger do not sum to zero`]),
    ...alerts.map(({ kind, facts }) => `the product itself raised ${kind}: ${JSON.stringify(facts)}`),
  ];
}

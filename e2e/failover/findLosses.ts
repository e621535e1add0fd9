import { z } from 'zod';
import { createReadOnlyDatabase, type ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import { createSandboxClient } from '../sandboxClient.ts';
import type { ConfirmedOrder, PaidConfirmedOrder } from './buyers.ts';

const acquirerBooksSchema = z.object({
  stripe: z.object({ payments: z.array(z.object({ captured: z.number(), refunded: z.number() })) }),
});

type OrderRow = { readonly order_no: string; readonly status: string; readonly receive_units: string };

/** Compares the buyers' confirmed orders and payments with the books. Returns a line for each fault. */
export async function findLosses(
  at: { readonly databaseUrl: string; readonly deskUrl: string },
  { confirmed, paid }: { readonly confirmed: readonly ConfirmedOrder[]; readonly paid: readonly PaidConfirmedOrder[] },
): Promise<readonly string[]> {
  const books = createReadOnlyDatabase(at.databaseUrl);
  try {
    const rows = await books.rows<OrderRow>('select order_no, status, receive_units::text from orders');
    const storedOrders = new Map(rows.map((row) => [row.order_no, row]));
    return [
      ...confirmed
        .filter(({ orderNo }) => !storedOrders.has(orderNo))
        .map(({ orderNo }) => `order ${orderNo} was confirmed, and is gone`),
      ...(await findDeliveryFaults(at.deskUrl, storedOrders, paid)),
      ...(await findCaptureFaults(at.deskUrl, paid)),
      ...(await findLedgerFaults(books)),
    ];
  } finally {
    await books.close();
  }
}

/**
 * Returns a line for each paid order that is not delivered or whose coins differ. Each order has its own address, so a double
 * payout is visible.
 */
async function findDeliveryFaults(
  deskUrl: string,
  storedOrders: ReadonlyMap<string, OrderRow>,
  paid: readonly PaidConfirmedOrder[],
): Promise<readonly string[]> {
  const desk = createSandboxClient(deskUrl);
  const faults: string[] = [];
  for (const { orderNo, address } of paid) {
    const row = storedOrders.get(orderNo);
    if (!row) continue;
    const arrived = await desk.balance('ethereum', 'ETH', address);
    if (row.status !== 'delivered') faults.push(`order ${orderNo} is ${row.status}`);
    if (arrived !== BigInt(row.receive_units))
      faults.push(`order ${orderNo} was to receive ${row.receive_units}, and ${arrived} arrived`);
  }
  return faults;
}

/** Checks that one payment was captured per order and none was refunded. */
async function findCaptureFaults(deskUrl: string, paid: readonly PaidConfirmedOrder[]): Promise<readonly string[]> {
  const { stripe } = acquirerBooksSchema.parse(await createSandboxClient(deskUrl).books());
  const captured = stripe.payments.filter((payment) => payment.captured > 0);
  const refunded = stripe.payments.filter((payment) => payment.refunded > 0);
  return [
    ...(captured.length === paid.length ? [] : [`${captured.length} payments were captured for ${paid.length} orders`]),
    ...(refunded.length === 0 ? [] : [`${refunded.length} payments were given back`]),
  ];
}

async function findLedgerFaults(books: ReadOnlyDatabase): Promise<readonly string[]> {
  const unbalanced = await books.rows(
    'select transaction_id, asset from ledger_postings group by transaction_id, asset having sum(units) <> 0',
  );
  const alerts = await books.rows<{ kind: string; facts: unknown }>(
    `select kind, facts from operator_alerts where kind in ('books_differ', 'sums_broken', 'audit_broken', 'payouts_stopped', 'order_changed')`,
  );
  return [
    ...(unbalanced.length === 0 ? [] : [`${unbalanced.length} transactions of the ledger do not sum to zero`]),
    ...alerts.map(({ kind, facts }) => `the product itself raised ${kind}: ${JSON.stringify(facts)}`),
  ];
}

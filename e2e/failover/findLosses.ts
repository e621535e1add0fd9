import { z } from 'zod';
import { createReadOnlyDatabase, type ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import { createSandboxClient } from '../sandboxClient.ts';
import type { ConfirmedOrder, PaidConfirmedOrder } from './buyers.ts';

const acquirerBooksSchema = z.object({
  stripe: z.object({
    payments: z.array(
      z.object({
        metadata: z.object({ orderNo: z.string().optional() }),
        captured: z.number(),
        refunded: z.number(),
      }),
    ),
  }),
});

type AcquirerPayment = z.infer<typeof acquirerBooksSchema>['stripe']['payments'][number];

type OrderRow = {
  readonly order_no: string;
  readonly status: string;
  readonly pay_units: string;
  readonly receive_units: string;
};

/** Compares the buyers' confirmed orders and payments with the books. Returns a line for each fault. */
export async function findLosses(
  at: { readonly databaseUrl: string; readonly deskUrl: string },
  { confirmed, paid }: { readonly confirmed: readonly ConfirmedOrder[]; readonly paid: readonly PaidConfirmedOrder[] },
): Promise<readonly string[]> {
  const books = createReadOnlyDatabase(at.databaseUrl);
  try {
    const rows = await books.rows<OrderRow>(
      'select order_no, status, pay_units::text, receive_units::text from orders',
    );
    const { stripe } = acquirerBooksSchema.parse(await createSandboxClient(at.deskUrl).books());
    const storedOrders = new Map(rows.map((row) => [row.order_no, row]));
    return [
      ...confirmed
        .filter(({ orderNo }) => !storedOrders.has(orderNo))
        .map(({ orderNo }) => `order ${orderNo} was confirmed, and is gone`),
      ...(await findDeliveryFaults(at.deskUrl, storedOrders, paid)),
      ...findCaptureFaults(
        stripe.payments,
        paid.flatMap(({ orderNo }) => storedOrders.get(orderNo) ?? []),
      ),
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

/**
 * Returns a line for each paid order without exactly one capture of its price, for each other order with a capture, and one for
 * all refunds.
 */
export function findCaptureFaults(
  payments: readonly AcquirerPayment[],
  paid: readonly Pick<OrderRow, 'order_no' | 'pay_units'>[],
): readonly string[] {
  const captured = Map.groupBy(
    payments.filter((payment) => payment.captured > 0),
    ({ metadata }) => metadata.orderNo ?? 'without a number',
  );
  const paidNumbers = new Set(paid.map((order) => order.order_no));
  const refunded = payments.filter((payment) => payment.refunded > 0);
  return [
    ...paid.flatMap((order) => {
      const amounts = (captured.get(order.order_no) ?? []).map((payment) => String(payment.captured));
      return amounts.join() === order.pay_units
        ? []
        : [`order ${order.order_no} costs ${order.pay_units}, and captured was: ${amounts.join(', ') || 'nothing'}`];
    }),
    ...[...captured.keys()]
      .filter((orderNo) => !paidNumbers.has(orderNo))
      .map((orderNo) => `order ${orderNo} was not paid, and its payment was captured`),
    ...(refunded.length === 0 ? [] : [`${refunded.length} payments were refunded`]),
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

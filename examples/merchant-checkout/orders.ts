import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReceivedWebhook } from '@slipway/node';

/** An order of goods. */
export type Order = {
  /** Random, because every client that knows the id may see the order. */
  readonly id: string;
  readonly cents: number;
  /** The address to which the coins of this order are sent. */
  readonly address: string;
  /** `sessionId` of each attempt to pay. An event belongs to this order if it has one of these. */
  readonly sessionIds: readonly string[];
  readonly payment: Payment | undefined;
};

/** The newest event of the Slipway order that pays. */
type Payment = {
  readonly orderNo: string;
  readonly sequence: number;
  readonly status: ReceivedWebhook['data']['status'];
  readonly transactionId: string | null;
};

export type OrderState = 'unpaid' | 'processing' | 'paid';

/** Final statuses without a delivery: the buyer may pay again. */
const ENDED_UNPAID: ReadonlySet<string> = new Set(['cancelled', 'expired', 'failed', 'refunded']);

/** Returns `paid` only when the coins have arrived: that is when goods may be sent. An unknown status is `processing`. */
export function deriveState({ payment }: Order): OrderState {
  if (payment === undefined || ENDED_UNPAID.has(payment.status)) return 'unpaid';
  return payment.status === 'delivered' ? 'paid' : 'processing';
}

export type Orders = {
  find(id: string): Order | undefined;
  create(cents: number, address: string): Order;
  addSession(id: string, sessionId: string): void;
  /** Stores the status of an event and returns its order; undefined if no order has the session of the event. */
  applyEvent(event: ReceivedWebhook): Order | undefined;
};

/** Opens the file with all orders. A real shop uses a database. */
export function openOrders(folder: string): Orders {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'orders.json');
  const orders = new Map<string, Order>(readStored(file).map((order) => [order.id, order]));

  function store(order: Order): Order {
    orders.set(order.id, order);
    writeFileSync(`${file}.next`, JSON.stringify([...orders.values()]));
    renameSync(`${file}.next`, file);
    return order;
  }

  return {
    find: (id) => orders.get(id),
    create: (cents, address) => store({ id: randomUUID(), cents, address, sessionIds: [], payment: undefined }),
    addSession(id, sessionId) {
      const order = orders.get(id);
      if (order && !order.sessionIds.includes(sessionId))
        store({ ...order, sessionIds: [...order.sessionIds, sessionId] });
    },
    applyEvent({ data }) {
      // Not found by `reference`, because anyone can change it in a link.
      const order = [...orders.values()].find(({ sessionIds }) => sessionIds.includes(data.sessionId));
      if (!order) return undefined;
      const { orderNo, sequence, status, transactionId } = data;
      const { payment } = order;
      // Ignores an event that arrives again or late, and another Slipway order while one is processing or has paid.
      if (payment && payment.orderNo === orderNo && sequence <= payment.sequence) return order;
      if (payment && payment.orderNo !== orderNo && deriveState(order) !== 'unpaid') {
        if (status === 'delivered') console.error(`Order ${order.id} was paid twice: return the coins of ${orderNo}.`);
        return order;
      }
      if (status === 'refunded' && deriveState(order) === 'paid') {
        console.error(`Order ${order.id} was refunded after it was paid: ask the operator whether you keep the coins.`);
        return order;
      }
      return store({ ...order, payment: { orderNo, sequence, status, transactionId } });
    },
  };
}

function readStored(file: string): readonly Order[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly Order[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

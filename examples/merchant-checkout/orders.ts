import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReceivedWebhook } from '@slipway/node';

/** An order of goods. */
export type Order = {
  /** Not guessable: who knows it may see the order. */
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

/** After these the buyer may pay again; after `delivered` the coins are at the order's address. */
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
  /** Stores the status that an event has, and returns the order; undefined if it is of no session that was made here. */
  applyEvent(event: ReceivedWebhook): Order | undefined;
};

/** Opens the file with all orders. A shop has a database. */
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
      // Not by `reference`, which anybody can write into a link.
      const order = [...orders.values()].find(({ sessionIds }) => sessionIds.includes(data.sessionId));
      if (!order) return undefined;
      const { orderNo, sequence, status, transactionId } = data;
      const { payment } = order;
      // An event that arrives again or late changes nothing, nor does another attempt after the order was paid.
      if (payment && payment.orderNo === orderNo && sequence <= payment.sequence) return order;
      if (payment && payment.orderNo !== orderNo && deriveState(order) !== 'unpaid') {
        if (status === 'delivered') console.error(`Order ${order.id} was paid twice: return the coins of ${orderNo}.`);
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

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { agreedStatus, orderByCard, payByCard } from '../../cardPurchase.ts';
import { createDesk } from '../../desk.ts';
import { createGatewayClient } from '../../gatewayClient.ts';
import { clientAddress } from './workloads.ts';

/** A card of its own for each buyer, or they would be one person: Visas of so many countries. */
const BUYERS = ['at', 'be', 'bg', 'cy', 'cz', 'de', 'dk', 'ee', 'es', 'fi', 'fr', 'gr'];
const ORDERS_EACH = 10;
/** Ten of them are below what takes a document. */
const EUROS = '60';
const INTERVAL_MS = 100;
const PATIENCE_MS = 10 * 60_000;

export type WholeOrders = {
  readonly orders: number;
  /** From the first press to the last order's coins on the chain. */
  readonly seconds: number;
  readonly perSecond: number;
};

type MadeOrder = {
  readonly orderNo: string;
  readonly pay: () => Promise<void>;
  /** Says yes where the price has moved. */
  readonly agree: () => Promise<unknown>;
};

/** Orders that are made beforehand, paid all at once, and followed in the database until the last one is delivered. */
export async function deliverOrders(at: {
  readonly origin: string;
  readonly deskUrl: string;
  readonly sandboxPort: number;
  readonly databaseUrl: string;
}): Promise<WholeOrders> {
  const orders = (await Promise.all(BUYERS.map((country, number) => makeOrders(at, country, number)))).flat();
  const database = new pg.Client({ connectionString: at.databaseUrl });
  await database.connect();
  try {
    const began = performance.now();
    await Promise.all(orders.map(({ pay }) => pay()));
    const numbers = orders.map(({ orderNo }) => orderNo);
    for (;;) {
      const { rows } = await database.query<{ no: string; status: string }>(
        `select order_no as no, status from orders where order_no = any($1) and status <> 'delivered'`,
        [numbers],
      );
      if (rows.length === 0) break;
      if (performance.now() - began > PATIENCE_MS)
        throw new Error(`${rows.length} orders were not delivered; the first is ${JSON.stringify(rows[0])}.`);
      const asked = new Set(rows.filter(({ status }) => status === 'awaiting_consent').map(({ no }) => no));
      await Promise.all(orders.filter(({ orderNo }) => asked.has(orderNo)).map(({ agree }) => agree()));
      await sleep(INTERVAL_MS);
    }
    const seconds = (performance.now() - began) / 1000;
    return { orders: orders.length, seconds, perSecond: orders.length / seconds };
  } finally {
    await database.end();
  }
}

async function makeOrders(
  at: { readonly origin: string; readonly deskUrl: string; readonly sandboxPort: number },
  country: string,
  number: number,
): Promise<readonly MadeOrder[]> {
  const client = createGatewayClient(at.origin, { 'x-forwarded-for': clientAddress(number) });
  const authToken = await client.logIn(createDesk(at.deskUrl), `whole-${country}@example.com`);
  const orders: MadeOrder[] = [];
  for (let count = 0; count < ORDERS_EACH; count += 1) {
    const { address } = privateKeyToAccount(generatePrivateKey());
    const wanted = { getCurrency: 'ETH', address, sendCurrencyAmount: EUROS };
    const orderNo = await orderByCard(client, authToken, wanted);
    orders.push({
      orderNo,
      pay: () => payByCard(client, authToken, orderNo, at.sandboxPort, `pm_card_${country}`),
      agree: () => agreedStatus(client, authToken, orderNo),
    });
  }
  return orders;
}

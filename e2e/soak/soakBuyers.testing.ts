import { setTimeout as sleep } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { deriveAddress } from '../../sandbox/chains/bitcoin/bitcoinAddress.ts';
import { pickClientAddress } from '../bench/throughput/workloads.ts';
import { buildDetailsFor } from '../buyers/buyerDetails.ts';
import { type CardDetails, payByCard, placeCardOrder, readStatusAcceptingRequote } from '../buyers/cardPurchase.ts';
import { createGatewayClient, type GatewayClient, placeTransferOrder } from '../buyers/gatewayClient.ts';
import type { Installation } from '../installation/installation.testing.ts';

/** Test cards that pay without 3-D Secure (https://docs.stripe.com/testing#cards). */
const PAYING_CARD_NUMBERS = ['4242424242424242', '5555555555554444'];
const DECLINED_CARD_NUMBER = '4000000000000002';
const FIRST_YEAR = 30;
const YEARS = 45;
const MONTHS = 12;
/** Later visits reuse the same people: there are no more distinct cards, and only one person may use a card. */
const BUYER_COUNT = 1_000;
const COINS = ['ETH', 'POL', 'BTC'];
/** Low enough that no buyer needs a document. */
const EUROS = '40';
const STATUS_MS = 2_000;
/** Orders wait for Kraken's call limit, which its lowest tier refills by one call every three seconds. */
const PATIENCE_MS = 10 * 60_000;

/** Number of visits of each kind per twenty buyers. */
const SHARES = { card: 15, transfer: 2, declined: 2, abandoned: 1 } as const;
export type VisitKind = keyof typeof SHARES;
const VISITS = Object.entries(SHARES).flatMap(([visit, times]) =>
  Array.from({ length: times }, () => visit as VisitKind),
);

export function selectVisitKind(number: number): VisitKind {
  // 7 and the 20 visits have no common factor, so the kinds alternate and keep their shares.
  return VISITS[(number * 7) % VISITS.length] ?? 'card';
}

function selectCard(person: number, numbers: readonly string[]): CardDetails {
  const month = person % MONTHS;
  const year = Math.floor(person / MONTHS) % YEARS;
  const numberIndex = Math.floor(person / MONTHS / YEARS) % numbers.length;
  return {
    number: numbers[numberIndex] ?? '',
    month: String(month + 1).padStart(2, '0'),
    year: String(FIRST_YEAR + year),
  };
}

/**
 * Makes a buyer's visit, from the login to the delivery. Throws if an order that is paid is not delivered. Declined and
 * abandoned orders are not followed.
 */
export async function runVisit(
  { desk, sandboxPort, ports }: Pick<Installation, 'desk' | 'sandboxPort' | 'ports'>,
  number: number,
): Promise<void> {
  const origin = `http://localhost:${ports[0]}`;
  const headers = { 'x-forwarded-for': pickClientAddress(number) };
  const client = createGatewayClient(origin, headers);
  const kind = selectVisitKind(number);
  const person = number % BUYER_COUNT;
  const email = `soak-${kind === 'card' ? person : number}@example.com`;
  const authToken = await client.logIn(desk, email);
  const coin = COINS[number % COINS.length] ?? 'ETH';
  const key = generatePrivateKey();
  const address = coin === 'BTC' ? deriveAddress(key.slice(2)) : privateKeyToAccount(key).address;
  if (kind === 'transfer') {
    const { orderNo, reference } = await placeTransferOrder(client, authToken, { getCurrency: coin, address });
    await desk.sendBankTransfer({ reference, amount: '100.00', currency: 'EUR' });
    await waitForDelivery(client, authToken, orderNo, { origin, headers });
    return;
  }
  // Later card visits reuse a person whose details are already stored.
  if (kind !== 'card' || number < BUYER_COUNT) await client.data('addKyc', { ...buildDetailsFor(email), authToken });
  const wanted = { getCurrency: coin, address, sendCurrencyAmount: EUROS };
  const orderNo = await placeCardOrder(client, authToken, wanted);
  if (kind === 'abandoned') return;
  const numbers = kind === 'declined' ? [DECLINED_CARD_NUMBER] : PAYING_CARD_NUMBERS;
  await payByCard(client, authToken, orderNo, sandboxPort, selectCard(person, numbers));
  if (kind === 'card') await waitForDelivery(client, authToken, orderNo, { origin, headers });
}

/** Waits with the load of a buyer's page: keeps the order's event stream open, without reading it, and polls the order. */
async function waitForDelivery(
  client: GatewayClient,
  authToken: string,
  orderNo: string,
  { origin, headers }: { readonly origin: string; readonly headers: Readonly<Record<string, string>> },
): Promise<void> {
  const leaving = new AbortController();
  const cookie = client
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const stream = await fetch(`${origin}/gateway/buying/orderEvents?orderNo=${orderNo}`, {
    headers: { ...headers, cookie, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  if (!stream.ok) throw new Error(`the event stream of ${orderNo} was answered ${stream.status}`);
  const deadline = performance.now() + PATIENCE_MS;
  try {
    for (
      let status = '';
      status !== 'delivered';
      status = await readStatusAcceptingRequote(client, authToken, orderNo)
    ) {
      if (performance.now() > deadline)
        throw new Error(`${orderNo} is ${status} ${PATIENCE_MS / 60_000} minutes after it was paid`);
      await sleep(STATUS_MS);
    }
  } finally {
    leaving.abort();
    await stream.body?.cancel().catch(() => undefined);
  }
}

import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import { type OrderDetail, orderDetail } from '@slipway/contract/entities/order.ts';
import { sha256, stringToBytes } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { patienceMs } from '../../tools/patience/patience.ts';
import { type Buyer, newBuyer, placeOrder, submitBuyerDetails } from '../buyers/buyer.ts';
import { newCardExpiry } from '../buyers/cardExpiry.ts';
import { placeTransferOrder } from '../buyers/gatewayClient.ts';
import { type PurchaseChoice, testCards } from '../buyers/purchaseSteps.ts';
import type { SandboxClient } from '../sandboxClient.ts';

/** Data that the scenes of a worker share, each created on first use. */
export type GalleryWorld = {
  readonly origin: string;
  /** A buyer who has just logged in for the first time, without details or orders. */
  readonly newcomer: () => Promise<Buyer>;
  /** A buyer with details and two saved addresses. The functions below place her orders; `sentOrder` saves a card. */
  readonly anna: () => Promise<Buyer>;
  /** Anna's order that was paid by card, and whose coins were sent. */
  readonly sentOrder: () => Promise<OrderDetail>;
  /** Anna's order that awaits payment by card, and does not expire during a scene. */
  readonly openOrder: () => Promise<OrderDetail>;
  /** Anna's order that awaits payment with Google Pay, and does not expire during a scene. */
  readonly walletOrder: () => Promise<OrderDetail>;
  /** Anna's order that awaits her bank transfer. */
  readonly transferOrder: () => Promise<OrderDetail>;
};

/**
 * Destination addresses of the scenes. Each worker has a separate Anna with a separate ether address, because a risk rule
 * holds orders to an address that many buyers use. The address is derived from the worker's number, so that pictures do not
 * change.
 */
export const WALLETS = {
  ether: privateKeyToAddress(sha256(stringToBytes(`gallery ${process.env['TEST_WORKER_INDEX'] ?? 0}`))),
  bitcoin: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
} as const;

/** The purchase that Anna makes. */
const annasPurchase: PurchaseChoice = {
  pay: { amount: '100', currency: 'EUR' },
  receive: 'ETH_BASE',
  address: WALLETS.ether,
};

export function createGalleryWorld(origin: string, desk: SandboxClient): GalleryWorld {
  const createBuyer = () => newBuyer(origin, desk);
  const anna = cacheForever(async () => {
    const buyer = await submitBuyerDetails(await createBuyer());
    await saveAddresses(buyer);
    return buyer;
  });
  return {
    origin,
    newcomer: cacheForever(createBuyer),
    anna,
    sentOrder: cacheForever(async () => {
      const buyer = await anna();
      const orderNo = await placeOrder(buyer, annasPurchase, 'credit_debit_card');
      await payAndSaveCard(buyer, orderNo, testCards.pays);
      return waitForOrder(buyer, orderNo, ({ delivery }) => (delivery?.transactionId ?? '') !== '');
    }),
    openOrder: cacheWhileUsable(async () => {
      const buyer = await anna();
      return waitForOrder(buyer, await placeOrder(buyer, annasPurchase, 'credit_debit_card'), () => true);
    }),
    walletOrder: cacheWhileUsable(async () => {
      const buyer = await anna();
      return waitForOrder(buyer, await placeOrder(buyer, annasPurchase, 'google_pay'), () => true);
    }),
    transferOrder: cacheForever(async () => {
      const buyer = await anna();
      const { orderNo } = await placeTransferOrder(buyer.client, buyer.authToken, {
        getCurrency: 'ETH_BASE',
        address: WALLETS.ether,
      });
      return waitForOrder(buyer, orderNo, () => true);
    }),
  };
}

/** An unpaid card order expires after fifteen minutes, which a slow worker may need for its scenes. */
const USABLE_MS = 5 * 60_000;

/** Caches the value that `make` returns, for {@link USABLE_MS}. */
function cacheWhileUsable<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined;
  let createdAt = 0;
  return () => {
    if (!cached || Date.now() - createdAt > USABLE_MS) {
      cached = make();
      createdAt = Date.now();
    }
    return cached;
  };
}

function cacheForever<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined;
  return () => {
    cached ??= make();
    return cached;
  };
}

async function saveAddresses({ client, authToken }: Buyer): Promise<void> {
  const addresses = [
    { crypto: 'BTC', network: 'bitcoin', address: WALLETS.bitcoin, name: 'Ledger' },
    { crypto: 'ETH', network: 'base', address: WALLETS.ether, name: '' },
  ];
  for (const address of addresses) await client.data('addCryptoAddress', { ...address, authToken });
}

/** Sends what the acquirer's fields and Enter Card would send in a browser: pays, and saves the card. */
async function payAndSaveCard({ client, authToken }: Buyer, orderNo: string, number: string): Promise<void> {
  const { acquirer } = calls.checkoutInfo.data.parse(await client.data('checkoutInfo', { orderNo, authToken }));
  const { origin } = new URL(acquirer.scriptUrl);
  // A new expiry date makes a new card. Payments are held if more than three buyers use the same card, and each worker has a
  // separate Anna.
  const [month = '', year = ''] = newCardExpiry().split(' / ');
  const answer = await fetch(`${origin}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${acquirer.publicKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': month,
      'payment_method_data[card][exp_year]': year,
      'payment_method_data[card][cvc]': '123',
      setup_future_usage: 'on_session',
    }),
  });
  const { id } = (await answer.json()) as { readonly id?: string };
  if (id === undefined) throw new Error(`The acquirer returned no token: ${answer.status}`);
  await client.data('payOrder', {
    orderNo,
    authToken,
    submissionId: randomUUID(),
    confirmationToken: id,
    saveCard: true,
    billing: { name: 'Anna Weber', country: 'DE', city: 'Berlin', zip: '10115', address: 'Invalidenstraße 44' },
  });
}

const INTERVAL_MS = 300;

async function waitForOrder(
  { client, authToken }: Buyer,
  orderNo: string,
  isExpected: (order: OrderDetail) => boolean,
): Promise<OrderDetail> {
  let state = '';
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
    const order = orderDetail.parse(await client.data('orderDetail', { orderNo, authToken }));
    if (isExpected(order)) return order;
    state = `${order.status} ${order.reason}`;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
  throw new Error(`The order ${orderNo} did not reach the expected state: it is ${state}.`);
}

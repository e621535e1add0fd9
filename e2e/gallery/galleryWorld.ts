import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import { type OrderDetail, orderDetail } from '@slipway/contract/entities/order.ts';
import { sha256, stringToBytes } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { type Buyer, giveDetailsOf, newBuyer, placeOrder } from '../buyer.ts';
import { newCardExpiry } from '../cardExpiry.ts';
import type { Desk } from '../desk.ts';
import { orderByTransfer } from '../gatewayClient.ts';
import { cards, type Wanted } from '../purchase.ts';

/** What the scenes of a worker share. Each part is made when the first scene asks for it. */
export type GalleryWorld = {
  readonly origin: string;
  readonly desk: Desk;
  /** Logged in for the first time: no details, no orders. */
  readonly newcomer: () => Promise<Buyer>;
  /** Has given the details, saved two cards and two addresses, and owns the orders below. */
  readonly anna: () => Promise<Buyer>;
  /** Of Anna's, paid by card and sent to its address. */
  readonly sentOrder: () => Promise<OrderDetail>;
  /** Of Anna's, still to be paid by card. */
  readonly openOrder: () => Promise<OrderDetail>;
  /** Of Anna's, still to be paid with Google Pay. */
  readonly walletOrder: () => Promise<OrderDetail>;
  /** Of Anna's, waiting for her transfer. */
  readonly transferOrder: () => Promise<OrderDetail>;
};

/**
 * Where the coins of every scene go. Each worker has an Anna of its own: the ether address is another one for each, because a
 * risk rule holds orders to an address that many buyers have paid to. A worker's number decides it, so that pictures stay alike.
 */
export const WALLETS = {
  ether: privateKeyToAddress(sha256(stringToBytes(`gallery ${process.env['TEST_WORKER_INDEX'] ?? 0}`))),
  bitcoin: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
} as const;

/** What Anna orders. */
const hundredEuros: Wanted = {
  pay: { amount: '100', currency: 'EUR' },
  receive: 'ETH_BASE',
  address: WALLETS.ether,
};

export function createGalleryWorld(origin: string, desk: Desk): GalleryWorld {
  const arrive = () => newBuyer(origin, desk);
  const anna = once(async () => {
    const buyer = await giveDetailsOf(await arrive());
    await saveAddresses(buyer);
    return buyer;
  });
  return {
    origin,
    desk,
    newcomer: once(arrive),
    anna,
    sentOrder: once(async () => {
      const buyer = await anna();
      const orderNo = await placeOrder(buyer, hundredEuros, 'credit_debit_card');
      await payByCard(buyer, orderNo, cards.pays);
      return orderWhen(buyer, orderNo, ({ delivery }) => (delivery?.transactionId ?? '') !== '');
    }),
    openOrder: renewed(async () => {
      const buyer = await anna();
      return orderWhen(buyer, await placeOrder(buyer, hundredEuros, 'credit_debit_card'), () => true);
    }),
    walletOrder: renewed(async () => {
      const buyer = await anna();
      return orderWhen(buyer, await placeOrder(buyer, hundredEuros, 'google_pay'), () => true);
    }),
    transferOrder: once(async () => {
      const buyer = await anna();
      const { orderNo } = await orderByTransfer(buyer.client, buyer.authToken, {
        getCurrency: 'ETH_BASE',
        address: WALLETS.ether,
      });
      return orderWhen(buyer, orderNo, () => true);
    }),
  };
}

/** An order that waits for its card expires after fifteen minutes, which a slow worker may need for its scenes. */
const USABLE_MS = 5 * 60_000;

/** Makes another one for a scene that asks later than `USABLE_MS` after the last was made. */
function renewed<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  let madeAt = 0;
  return () => {
    if (!made || Date.now() - madeAt > USABLE_MS) {
      made = make();
      madeAt = Date.now();
    }
    return made;
  };
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function saveAddresses({ client, authToken }: Buyer): Promise<void> {
  const addresses = [
    { crypto: 'BTC', network: 'bitcoin', address: WALLETS.bitcoin, name: 'Ledger' },
    { crypto: 'ETH', network: 'base', address: WALLETS.ether, name: '' },
  ];
  for (const address of addresses) await client.data('addCryptoAddress', { ...address, authToken });
}

/** What the acquirer's fields and Enter Card do in a browser; the card is saved. */
async function payByCard({ client, authToken }: Buyer, orderNo: string, number: string): Promise<void> {
  const { acquirer } = calls.checkoutInfo.data.parse(await client.data('checkoutInfo', { orderNo, authToken }));
  const { origin } = new URL(acquirer.scriptUrl);
  // Each worker has an Anna of its own, and more than three of them with one card would be held.
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
  if (id === undefined) throw new Error(`The acquirer gave no token: ${answer.status}`);
  await client.data('payOrder', {
    orderNo,
    authToken,
    submissionId: randomUUID(),
    confirmationToken: id,
    saveCard: true,
    billing: { name: 'Anna Weber', country: 'DE', city: 'Berlin', zip: '10115', address: 'Invalidenstraße 44' },
  });
}

const PATIENCE_MS = 60_000;
const INTERVAL_MS = 300;

async function orderWhen(
  { client, authToken }: Buyer,
  orderNo: string,
  isThere: (order: OrderDetail) => boolean,
): Promise<OrderDetail> {
  let seen = '';
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    const order = orderDetail.parse(await client.data('orderDetail', { orderNo, authToken }));
    if (isThere(order)) return order;
    seen = `${order.status} ${order.reason}`;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
  throw new Error(`The order ${orderNo} did not get there: it is ${seen}.`);
}

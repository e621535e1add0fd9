import { createHash, createHmac } from 'node:crypto';
import type { Purchase, Stage } from '../sellers/counter.ts';
import { type Manner, publicChainIds, type SellersCoin, sellersCoins } from '../sellers/manner.ts';
import type { SellersPrice } from '../sellers/priceOf.ts';
import { credentials } from '../world/credentials.ts';

export const manner: Manner = {
  id: 'coinbaseOnramp',
  name: 'Coinbase',
  feePercent: 2.5,
  leastFee: 0,
  affiliatePercent: 0,
  spreadPercent: 0.5,
  networkFee: 0.3,
  least: 2,
  most: 7_100,
  refusedCountries: ['JP', 'KP', 'IR', 'CU', 'SY', 'RU'],
  currencies: ['EUR', 'GBP', 'USD', 'CAD'],
  coins: sellersCoins,
};

export const METHODS = ['CARD', 'APPLE_PAY', 'FIAT_WALLET'] as const;

/** Coinbase's ids are UUIDs. */
export function currencyIdOf(symbol: string): string {
  const hex = createHash('sha256').update(symbol).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** The id or the ticker, with the network's name. */
export function coinOf(currency: string | undefined, network: string | undefined): SellersCoin | undefined {
  return manner.coins.find(
    (coin) => coin.network === network && (currencyIdOf(coin.symbol) === currency || coin.symbol === currency),
  );
}

/** `purchase_currencies` of `GET /onramp/v1/buy/options`: one of each symbol, with its networks. */
export function answeredCurrencies() {
  return [...new Set(manner.coins.map(({ symbol }) => symbol))].map((symbol) => ({
    id: currencyIdOf(symbol),
    name: symbol,
    symbol,
    networks: manner.coins
      .filter((coin) => coin.symbol === symbol)
      .map(({ network, contract }) => ({
        name: network,
        display_name: network,
        chain_id: network === 'bitcoin' ? '0' : String(publicChainIds[network]),
        contract_address: contract ?? '',
      })),
  }));
}

/** `POST /onramp/v1/buy/quote` */
export function answeredQuote({ pay, receive, fee, networkFee }: SellersPrice, currency: string, symbol: string) {
  const money = (value: string) => ({ value, currency });
  const digits = pay.split('.')[1]?.length ?? 0;
  return {
    payment_total: money(pay),
    payment_subtotal: money((Number(pay) - Number(fee) - Number(networkFee)).toFixed(digits)),
    purchase_amount: { value: receive, currency: symbol },
    coinbase_fee: money(fee),
    network_fee: money(networkFee),
    quote_id: createHash('sha256').update(`${pay}${receive}`).digest('hex').slice(0, 32),
  };
}

const STATUS: Readonly<Record<Stage, string>> = {
  opened: 'CREATED',
  paid: 'IN_PROGRESS',
  delivering: 'IN_PROGRESS',
  held: 'IN_PROGRESS',
  delivered: 'SUCCESS',
  failed: 'FAILED',
  refunded: 'FAILED',
  expired: 'FAILED',
};

const EVENTS: Readonly<Partial<Record<Stage, string>>> = {
  opened: 'created',
  delivered: 'success',
  failed: 'failed',
  refunded: 'failed',
  expired: 'failed',
};

export function eventTypeOf({ stage }: Purchase): string {
  return `onramp.transaction.${EVENTS[stage] ?? 'updated'}`;
}

/** The fields of a purchase as webhooks name them. */
export function payloadOf(purchase: Purchase) {
  const { price, currency, coin, stage } = purchase;
  const money = (value: string, of = currency) => ({ value, currency: of });
  return {
    transactionId: purchase.id,
    status: purchase.word ?? `ONRAMP_TRANSACTION_STATUS_${STATUS[stage]}`,
    purchaseCurrency: coin.symbol,
    purchaseNetwork: coin.network,
    purchaseAmount: money(price.receive, coin.symbol),
    paymentTotal: money(price.pay),
    coinbaseFee: money(price.fee),
    networkFee: money(price.networkFee),
    txHash: purchase.transactionId ?? '0x',
    createdAt: purchase.createdAt,
    paymentMethod: purchase.method,
    walletAddress: purchase.address,
    type: 'ONRAMP_TRANSACTION_TYPE_BUY_AND_SEND',
    userType: 'USER_TYPE_AUTHED',
    partnerUserRef: purchase.reference,
    failureReason: STATUS[stage] === 'FAILED' ? 'FAILURE_REASON_BUY_FAILED' : 'FAILURE_REASON_UNSPECIFIED',
  };
}

/** The same as the first version of the API names them. */
export function answeredTransaction(purchase: Purchase) {
  return Object.fromEntries(
    Object.entries(payloadOf(purchase)).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

const BOUND = 'content-type x-event-id x-event-type';

/** The headers of a webhook, signed at the moment of sending. */
export function signedHeaders(body: string, eventId: string, eventType: string, now: Date): Record<string, string> {
  const time = Math.floor(now.getTime() / 1_000);
  const code = (text: string) =>
    createHmac('sha256', credentials.coinbaseOnramp.webhookSecret).update(text).digest('hex');
  const values = ['application/json', eventId, eventType].join('.');
  const [v0, v1] = [code(`${time}.${body}`), code(`${time}.${BOUND}.${values}.${body}`)];
  return {
    'content-type': 'application/json',
    'x-event-id': eventId,
    'x-event-type': eventType,
    'x-hook0-signature': `t=${time},v0=${v0},h=${BOUND},v1=${v1}`,
  };
}

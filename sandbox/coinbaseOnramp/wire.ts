import { createHash, createHmac } from 'node:crypto';
import type { ProviderPrice } from '../externalProviders/computePrice.ts';
import {
  type ProviderCoin,
  type ProviderTerms,
  providerCoins,
  publicChainIds,
} from '../externalProviders/providerTerms.ts';
import type { Purchase, PurchaseStage } from '../externalProviders/purchaseStore.ts';
import { credentials } from '../world/credentials.ts';

export const providerTerms: ProviderTerms = {
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
  coins: providerCoins,
};

export const METHODS = ['CARD', 'APPLE_PAY', 'FIAT_WALLET'] as const;

/** Returns a coin's id in Coinbase's format, a UUID; the same for the same symbol. */
export function deriveCurrencyId(symbol: string): string {
  const hex = createHash('sha256').update(symbol).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Finds a coin by id or ticker and the network's name. */
export function findCoin(currency: string | undefined, network: string | undefined): ProviderCoin | undefined {
  return providerTerms.coins.find(
    (coin) => coin.network === network && (deriveCurrencyId(coin.symbol) === currency || coin.symbol === currency),
  );
}

/** `purchase_currencies` of `GET /onramp/v1/buy/options`: one entry per symbol, with its networks. */
export function formatCurrencies() {
  return [...new Set(providerTerms.coins.map(({ symbol }) => symbol))].map((symbol) => ({
    id: deriveCurrencyId(symbol),
    name: symbol,
    symbol,
    networks: providerTerms.coins
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
export function formatQuote({ pay, receive, fee, networkFee }: ProviderPrice, currency: string, symbol: string) {
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

const STATUS: Readonly<Record<PurchaseStage, string>> = {
  opened: 'CREATED',
  paid: 'IN_PROGRESS',
  delivering: 'IN_PROGRESS',
  held: 'IN_PROGRESS',
  delivered: 'SUCCESS',
  failed: 'FAILED',
  refunded: 'FAILED',
  expired: 'FAILED',
};

const EVENTS: Readonly<Partial<Record<PurchaseStage, string>>> = {
  opened: 'created',
  delivered: 'success',
  failed: 'failed',
  refunded: 'failed',
  expired: 'failed',
};

export function getEventType({ stage }: Purchase): string {
  return `onramp.transaction.${EVENTS[stage] ?? 'updated'}`;
}

/** Returns a purchase with the field names of webhooks. */
export function formatWebhookPayload(purchase: Purchase) {
  const { price, currency, coin, stage } = purchase;
  const money = (value: string, of = currency) => ({ value, currency: of });
  return {
    transactionId: purchase.id,
    status: purchase.presetStatus ?? `ONRAMP_TRANSACTION_STATUS_${STATUS[stage]}`,
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

/** Returns a purchase with the field names of the API's first version. */
export function formatTransaction(purchase: Purchase) {
  return Object.fromEntries(
    Object.entries(formatWebhookPayload(purchase)).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

const SIGNED_HEADERS = 'content-type x-event-id x-event-type';

/** Returns the headers of a webhook, signed with the time of sending. */
export function buildSignedHeaders(
  body: string,
  eventId: string,
  eventType: string,
  now: Date,
): Record<string, string> {
  const time = Math.floor(now.getTime() / 1_000);
  const code = (text: string) =>
    createHmac('sha256', credentials.coinbaseOnramp.webhookSecret).update(text).digest('hex');
  const values = ['application/json', eventId, eventType].join('.');
  const [v0, v1] = [code(`${time}.${body}`), code(`${time}.${SIGNED_HEADERS}.${values}.${body}`)];
  return {
    'content-type': 'application/json',
    'x-event-id': eventId,
    'x-event-type': eventType,
    'x-hook0-signature': `t=${time},v0=${v0},h=${SIGNED_HEADERS},v1=${v1}`,
  };
}

import { createHash, createPrivateKey, sign } from 'node:crypto';
import { toBaseUnits } from '../sellers/baseUnits.ts';
import type { Purchase, Stage } from '../sellers/counter.ts';
import { type Manner, type SellersCoin, sellersCoins } from '../sellers/manner.ts';
import type { SellersPrice } from '../sellers/priceOf.ts';
import { credentials } from '../world/credentials.ts';

export const manner: Manner = {
  id: 'ramp',
  name: 'Ramp Network',
  feePercent: 3.4,
  leastFee: 2.49,
  affiliatePercent: 0.5,
  spreadPercent: 1.6,
  networkFee: 1.1,
  least: 6,
  most: 12_000,
  refusedCountries: ['KP', 'IR', 'CU', 'SY', 'RU', 'BY'],
  currencies: ['EUR', 'GBP', 'USD', 'CHF', 'PLN', 'CZK', 'SEK', 'NOK', 'DKK', 'HUF', 'RON', 'BRL', 'ZAR'],
  coins: sellersCoins,
};

/** A method's currencies; undefined for all. */
export const methods: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ['CARD_PAYMENT', undefined],
  ['APPLE_PAY', undefined],
  ['GOOGLE_PAY', undefined],
  ['MANUAL_BANK_TRANSFER', ['EUR', 'GBP']],
  ['PIX', ['BRL']],
]);

export const countries = ['de', 'fr', 'es', 'it', 'nl', 'at', 'pl', 'gb', 'us', 'ch', 'br', 'za'];

const CHAINS = { bitcoin: 'BTC', ethereum: 'ETH', base: 'BASE', polygon: 'MATIC' } as const;

export function symbolOf({ network, symbol }: SellersCoin): string {
  return `${CHAINS[network]}_${symbol.toUpperCase()}`;
}

/** An asset without what depends on the currency of pay. */
export function answeredAsset(coin: SellersCoin) {
  return {
    symbol: coin.symbol.toUpperCase(),
    chain: CHAINS[coin.network],
    name: coin.symbol,
    decimals: coin.decimals,
    type: coin.contract ? 'ERC20' : 'NATIVE',
    address: coin.contract,
    logoUrl: '',
    enabled: true,
    hidden: false,
  };
}

/** `appliedFee` has the network's part and the host's in it, as `fiatValue` has all of it. */
export function moneyFields(price: SellersPrice, coin: SellersCoin, currency: string) {
  const [fee, networkFee] = [Number(price.fee), Number(price.networkFee)];
  return {
    fiatCurrency: currency,
    cryptoAmount: toBaseUnits(price.receive, coin.decimals),
    fiatValue: Number(price.pay),
    baseRampFee: Number((fee - Number(price.affiliateFee)).toFixed(2)),
    appliedFee: Number((fee + networkFee).toFixed(2)),
    hostFeeCut: Number(price.affiliateFee),
  };
}

const STATUS: Readonly<Record<Stage, string>> = {
  opened: 'INITIALIZED',
  paid: 'FIAT_RECEIVED',
  held: 'FIAT_RECEIVED',
  delivering: 'RELEASING',
  delivered: 'RELEASED',
  // Whoever was declined gives up at once here.
  failed: 'CANCELLED',
  refunded: 'RETURNED',
  expired: 'EXPIRED',
};

/** What opens a purchase for whoever was told it. */
export function viewTokenOf(id: string): string {
  return createHash('sha256').update(`${credentials.ramp.hostApiKey}:${id}`).digest('base64url').slice(0, 24);
}

/** One purchase as the API and the webhooks tell it. Nothing of the site that brought the buyer is in it. */
export function answeredPurchase(purchase: Purchase) {
  const { id, stage, word, price, coin, currency } = purchase;
  return {
    id,
    purchaseViewToken: viewTokenOf(id),
    asset: answeredAsset(coin),
    ...moneyFields(price, coin, currency),
    networkFee: Number(price.networkFee),
    assetExchangeRate: Number(price.pay) / Number(price.receive),
    receiverAddress: purchase.address,
    createdAt: purchase.createdAt,
    updatedAt: purchase.updatedAt,
    endTime: null,
    status: word ?? STATUS[stage],
    finalTxHash: purchase.transactionId,
    paymentMethodType: purchase.method,
  };
}

/** What Ramp announces: three moments, and nothing between them. */
export const EVENTS: Readonly<Partial<Record<Stage, string>>> = {
  opened: 'CREATED',
  delivered: 'RELEASED',
  refunded: 'RETURNED',
};

const key = createPrivateKey({
  key: Buffer.from(credentials.ramp.privateKey, 'base64'),
  format: 'der',
  type: 'pkcs8',
});

/** Of the body with its keys sorted, whatever their order on the way. */
export function signedHeaders(body: object): Record<string, string> {
  return { 'x-body-signature': sign('sha256', Buffer.from(sorted(body)), key).toString('base64') };
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${sorted(field)}`).join()}}`;
}

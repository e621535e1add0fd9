import { createHash, createPrivateKey, sign } from 'node:crypto';
import type { LocalNetwork } from '../chains/localNetworks.ts';
import { toBaseUnits } from '../externalProviders/baseUnits.ts';
import type { ProviderPrice } from '../externalProviders/computePrice.ts';
import { type ProviderCoin, type ProviderTerms, providerCoins } from '../externalProviders/providerTerms.ts';
import type { Purchase, PurchaseStage } from '../externalProviders/purchaseStore.ts';
import { credentials } from '../world/credentials.ts';

export const providerTerms: ProviderTerms = {
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
  coins: providerCoins,
};

/** Supported currencies of each method; undefined for all. */
export const methods: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ['CARD_PAYMENT', undefined],
  ['APPLE_PAY', undefined],
  ['GOOGLE_PAY', undefined],
  ['MANUAL_BANK_TRANSFER', ['EUR', 'GBP']],
  ['PIX', ['BRL']],
]);

export const countries = ['de', 'fr', 'es', 'it', 'nl', 'at', 'pl', 'gb', 'us', 'ch', 'br', 'za'];

/** Ramp's names of networks, if they differ from Slipway's names in upper case. */
const CHAINS: Readonly<Partial<Record<LocalNetwork, string>>> = { bitcoin: 'BTC', ethereum: 'ETH', polygon: 'MATIC' };

function getChainName(network: LocalNetwork): string {
  return CHAINS[network] ?? network.toUpperCase();
}

export function formatAssetSymbol({ network, symbol }: ProviderCoin): string {
  return `${getChainName(network)}_${symbol.toUpperCase()}`;
}

/** Returns an asset without the fields that depend on the pay currency. */
export function formatAsset(coin: ProviderCoin) {
  return {
    symbol: coin.symbol.toUpperCase(),
    chain: getChainName(coin.network),
    name: coin.symbol,
    decimals: coin.decimals,
    type: coin.contract ? 'ERC20' : 'NATIVE',
    address: coin.contract,
    logoUrl: '',
    enabled: true,
    hidden: false,
  };
}

/** `appliedFee` includes the network fee and the host fee, and `fiatValue` includes all of it. */
export function formatMoneyFields(price: ProviderPrice, coin: ProviderCoin, currency: string) {
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

const STATUS: Readonly<Record<PurchaseStage, string>> = {
  opened: 'INITIALIZED',
  paid: 'FIAT_RECEIVED',
  held: 'FIAT_RECEIVED',
  delivering: 'RELEASING',
  delivered: 'RELEASED',
  // In the sandbox, a buyer whose card is declined gives up immediately.
  failed: 'CANCELLED',
  refunded: 'RETURNED',
  expired: 'EXPIRED',
};

/** Returns the token that gives access to a purchase. */
export function deriveViewToken(id: string): string {
  return createHash('sha256').update(`${credentials.ramp.hostApiKey}:${id}`).digest('base64url').slice(0, 24);
}

/** Returns a purchase in the format of the API and the webhooks. It contains nothing about the referring site. */
export function formatPurchase(purchase: Purchase) {
  const { id, stage, presetStatus: statusOverride, price, coin, currency } = purchase;
  return {
    id,
    purchaseViewToken: deriveViewToken(id),
    asset: formatAsset(coin),
    ...formatMoneyFields(price, coin, currency),
    networkFee: Number(price.networkFee),
    assetExchangeRate: Number(price.pay) / Number(price.receive),
    receiverAddress: purchase.address,
    createdAt: purchase.createdAt,
    updatedAt: purchase.updatedAt,
    endTime: null,
    status: statusOverride ?? STATUS[stage],
    finalTxHash: purchase.transactionId,
    paymentMethodType: purchase.method,
  };
}

/** Ramp's webhook events: only these three. */
export const WEBHOOK_EVENTS: Readonly<Partial<Record<PurchaseStage, string>>> = {
  opened: 'CREATED',
  delivered: 'RELEASED',
  refunded: 'RETURNED',
};

const signingKey = createPrivateKey({
  key: Buffer.from(credentials.ramp.privateKey, 'base64'),
  format: 'der',
  type: 'pkcs8',
});

/** Signs the body with sorted keys, regardless of their order in transit. */
export function buildSignedHeaders(body: object): Record<string, string> {
  return { 'x-body-signature': sign('sha256', Buffer.from(stringifySorted(body)), signingKey).toString('base64') };
}

function stringifySorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stringifySorted).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${stringifySorted(field)}`).join()}}`;
}

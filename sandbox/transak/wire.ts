import { createHmac } from 'node:crypto';
import type { ProviderPrice } from '../externalProviders/computePrice.ts';
import {
  type ProviderCoin,
  type ProviderTerms,
  providerCoins,
  publicChainIds,
} from '../externalProviders/providerTerms.ts';
import type { Purchase, PurchaseStage } from '../externalProviders/purchaseStore.ts';

export const providerTerms: ProviderTerms = {
  id: 'transak',
  name: 'Transak',
  feePercent: 3.9,
  leastFee: 1.5,
  affiliatePercent: 0.75,
  spreadPercent: 1,
  networkFee: 1.4,
  least: 15,
  most: 5_000,
  refusedCountries: ['KP', 'IR', 'CU', 'SY', 'RU', 'CN'],
  currencies: ['EUR', 'GBP', 'USD', 'CHF', 'PLN', 'SEK', 'NOK', 'DKK', 'JPY', 'AUD', 'INR', 'TRY'],
  coins: providerCoins,
};

export const countries = ['DE', 'FR', 'ES', 'IT', 'NL', 'AT', 'PL', 'GB', 'US', 'CH', 'JP', 'IN', 'TR', 'AU'];

/** Payment options, each with its only currency, or an empty text if it accepts every currency. */
export const currencyByPaymentOption: ReadonlyMap<string, string> = new Map([
  ['credit_debit_card', ''],
  ['apple_pay', ''],
  ['google_pay', ''],
  ['sepa_bank_transfer', 'EUR'],
  ['gbp_bank_transfer', 'GBP'],
]);

export function isOptionAvailable(option: string, currency: string): boolean {
  const onlyCurrency = currencyByPaymentOption.get(option);
  return providerTerms.currencies.includes(currency) && (onlyCurrency === '' || onlyCurrency === currency);
}

export function formatNetwork({ network }: ProviderCoin): string {
  return network === 'bitcoin' ? 'mainnet' : network;
}

export function findCoin(symbol: string | undefined, network: string | undefined): ProviderCoin | undefined {
  return providerTerms.coins.find((one) => one.symbol.toUpperCase() === symbol && formatNetwork(one) === network);
}

/** A row of the list of coins. */
export function formatCoin(coin: ProviderCoin) {
  const chainId = coin.network === 'bitcoin' ? undefined : String(publicChainIds[coin.network]);
  return {
    coinId: `${coin.symbol}-${coin.network}`.toLowerCase(),
    symbol: coin.symbol.toUpperCase(),
    uniqueId: `${coin.symbol.toUpperCase()}${formatNetwork(coin)}`,
    name: coin.symbol,
    decimals: coin.decimals,
    roundOff: Math.min(coin.decimals, 8),
    isAllowed: true,
    address: coin.contract,
    network: { name: formatNetwork(coin), ...(chainId !== undefined && { chainId }), fiatCurrenciesNotSupported: [] },
    kycCountriesNotSupported: [],
  };
}

/** `fiatAmount` includes `totalFee`, which includes the other fees. */
export function formatMoneyFields(price: ProviderPrice) {
  const [pay, fee, partner, network] = [price.pay, price.fee, price.affiliateFee, price.networkFee].map(Number);
  const rounded = (value: number) => Number(value.toFixed(2));
  return {
    fiatAmount: pay,
    cryptoAmount: Number(price.receive),
    totalFee: rounded((fee ?? 0) + (network ?? 0)),
    feeBreakdown: [
      { name: 'Transak fee', id: 'transak_fee', ids: ['transak_fee'], value: rounded((fee ?? 0) - (partner ?? 0)) },
      { name: 'Network/Exchange fee', id: 'network_fee', ids: ['network_fee'], value: network },
      { name: 'Partner fee', id: 'partner_fee', ids: ['partner_fee'], value: partner },
    ],
  };
}

const STATUS: Readonly<Record<PurchaseStage, string>> = {
  opened: 'AWAITING_PAYMENT_FROM_USER',
  paid: 'PROCESSING',
  delivering: 'PENDING_DELIVERY_FROM_TRANSAK',
  delivered: 'COMPLETED',
  held: 'ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK',
  failed: 'FAILED',
  refunded: 'REFUNDED',
  expired: 'EXPIRED',
};

const EVENT: Readonly<Record<PurchaseStage, string>> = {
  opened: 'ORDER_CREATED',
  paid: 'ORDER_PROCESSING',
  delivering: 'ORDER_PROCESSING',
  held: 'ORDER_PROCESSING',
  delivered: 'ORDER_COMPLETED',
  failed: 'ORDER_FAILED',
  expired: 'ORDER_FAILED',
  refunded: 'ORDER_REFUNDED',
};

/** Returns an order in the format of the API and the webhooks. */
export function formatOrder(purchase: Purchase) {
  const { id, stage, presetStatus: statusOverride, price, coin, currency } = purchase;
  const { fiatAmount, cryptoAmount, totalFee, feeBreakdown } = formatMoneyFields(price);
  const isPaid = ['paid', 'delivering', 'delivered', 'held', 'refunded'].includes(stage);
  return {
    id,
    walletAddress: purchase.address,
    createdAt: purchase.createdAt,
    updatedAt: purchase.updatedAt,
    status: statusOverride ?? STATUS[stage],
    fiatCurrency: currency,
    cryptoCurrency: coin.symbol.toUpperCase(),
    network: formatNetwork(coin),
    isBuyOrSell: 'BUY',
    fiatAmount,
    amountPaid: isPaid ? fiatAmount : 0,
    cryptoAmount,
    totalFeeInFiat: totalFee,
    paymentOptionId: purchase.method,
    partnerOrderId: purchase.reference,
    conversionPriceData: { feeBreakdown },
    ...(purchase.transactionId !== null && { transactionHash: purchase.transactionId }),
    ...(purchase.reason !== null && { statusReason: purchase.reason }),
  };
}

const encodeTokenPart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Returns the webhook body for a change of a purchase, signed with the partner's current token. */
export function formatWebhookBody(purchase: Purchase, token: string): string {
  const claims = { webhookData: formatOrder(purchase), eventID: EVENT[purchase.stage] };
  const signed = `${encodeTokenPart({ alg: 'HS256', typ: 'JWT' })}.${encodeTokenPart(claims)}`;
  return JSON.stringify({ data: `${signed}.${createHmac('sha256', token).update(signed).digest('base64url')}` });
}

import { createHmac } from 'node:crypto';
import type { Purchase, Stage } from '../sellers/counter.ts';
import { type Manner, publicChainIds, type SellersCoin, sellersCoins } from '../sellers/manner.ts';
import type { SellersPrice } from '../sellers/priceOf.ts';

export const manner: Manner = {
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
  coins: sellersCoins,
};

export const countries = ['DE', 'FR', 'ES', 'IT', 'NL', 'AT', 'PL', 'GB', 'US', 'CH', 'JP', 'IN', 'TR', 'AU'];

/** A payment option's only currency; empty for all. */
export const options: ReadonlyMap<string, string> = new Map([
  ['credit_debit_card', ''],
  ['apple_pay', ''],
  ['google_pay', ''],
  ['sepa_bank_transfer', 'EUR'],
  ['gbp_bank_transfer', 'GBP'],
]);

export function isSold(option: string, currency: string): boolean {
  const only = options.get(option);
  return manner.currencies.includes(currency) && (only === '' || only === currency);
}

export function networkOf({ network }: SellersCoin): string {
  return network === 'bitcoin' ? 'mainnet' : network;
}

export function coinNamed(symbol: string | undefined, network: string | undefined): SellersCoin | undefined {
  return manner.coins.find((one) => one.symbol.toUpperCase() === symbol && networkOf(one) === network);
}

/** A row of the list of coins. */
export function answeredCoin(coin: SellersCoin) {
  const chainId = coin.network === 'bitcoin' ? undefined : String(publicChainIds[coin.network]);
  return {
    coinId: `${coin.symbol}-${coin.network}`.toLowerCase(),
    symbol: coin.symbol.toUpperCase(),
    uniqueId: `${coin.symbol.toUpperCase()}${networkOf(coin)}`,
    name: coin.symbol,
    decimals: coin.decimals,
    roundOff: Math.min(coin.decimals, 8),
    isAllowed: true,
    address: coin.contract,
    network: { name: networkOf(coin), ...(chainId !== undefined && { chainId }), fiatCurrenciesNotSupported: [] },
    kycCountriesNotSupported: [],
  };
}

/** `totalFee` is within `fiatAmount`, and the parts within `totalFee`. */
export function moneyFields(price: SellersPrice) {
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

const STATUS: Readonly<Record<Stage, string>> = {
  opened: 'AWAITING_PAYMENT_FROM_USER',
  paid: 'PROCESSING',
  delivering: 'PENDING_DELIVERY_FROM_TRANSAK',
  delivered: 'COMPLETED',
  held: 'ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK',
  failed: 'FAILED',
  refunded: 'REFUNDED',
  expired: 'EXPIRED',
};

const EVENT: Readonly<Record<Stage, string>> = {
  opened: 'ORDER_CREATED',
  paid: 'ORDER_PROCESSING',
  delivering: 'ORDER_PROCESSING',
  held: 'ORDER_PROCESSING',
  delivered: 'ORDER_COMPLETED',
  failed: 'ORDER_FAILED',
  expired: 'ORDER_FAILED',
  refunded: 'ORDER_REFUNDED',
};

/** One order as the API and the webhooks tell it. */
export function answeredOrder(purchase: Purchase) {
  const { id, stage, word, price, coin, currency } = purchase;
  const { fiatAmount, cryptoAmount, totalFee, feeBreakdown } = moneyFields(price);
  const isPaid = ['paid', 'delivering', 'delivered', 'held', 'refunded'].includes(stage);
  return {
    id,
    walletAddress: purchase.address,
    createdAt: purchase.createdAt,
    updatedAt: purchase.updatedAt,
    status: word ?? STATUS[stage],
    fiatCurrency: currency,
    cryptoCurrency: coin.symbol.toUpperCase(),
    network: networkOf(coin),
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

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** What a change is announced with: signed with the token of the moment. */
export function announced(purchase: Purchase, token: string): string {
  const claims = { webhookData: answeredOrder(purchase), eventID: EVENT[purchase.stage] };
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return JSON.stringify({ data: `${signed}.${createHmac('sha256', token).update(signed).digest('base64url')}` });
}

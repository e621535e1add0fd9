import { createHmac, timingSafeEqual } from 'node:crypto';
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
  id: 'moonpay',
  name: 'MoonPay',
  feePercent: 4.5,
  leastFee: 3.99,
  affiliatePercent: 1,
  spreadPercent: 1.2,
  networkFee: 0.8,
  least: 20,
  most: 10_000,
  refusedCountries: ['KP', 'IR', 'CU', 'SY', 'RU'],
  currencies: ['EUR', 'GBP', 'USD', 'CHF', 'PLN', 'CZK', 'SEK', 'NOK', 'DKK', 'JPY', 'AUD', 'CAD'],
  coins: providerCoins,
};

/** Supported payment methods, with the only currency of a bank transfer method; empty for a method of any currency. */
export const methods: ReadonlyMap<string, string> = new Map([
  ['credit_debit_card', ''],
  ['mobile_wallet', ''],
  ['sepa_bank_transfer', 'EUR'],
  ['gbp_bank_transfer', 'GBP'],
]);

/** Returns `usdc_base`; coins on Ethereum and Bitcoin have no network suffix. */
export function formatCurrencyCode({ network, symbol }: ProviderCoin): string {
  const name = symbol.toLowerCase();
  return network === 'bitcoin' || network === 'ethereum' ? name : `${name}_${network}`;
}

/** A row of `GET /v3/currencies`. */
export function formatCurrency(coin: ProviderCoin) {
  const isBitcoin = coin.network === 'bitcoin';
  return {
    id: `id-${formatCurrencyCode(coin)}`,
    type: 'crypto',
    code: formatCurrencyCode(coin),
    name: coin.symbol,
    precision: Math.min(coin.decimals, 8),
    isSuspended: false,
    notAllowedCountries: [],
    notAllowedUSStates: [],
    metadata: {
      contractAddress: isBitcoin ? null : (coin.contract ?? '0x0000000000000000000000000000000000000000'),
      chainId: coin.network === 'bitcoin' ? null : String(publicChainIds[coin.network]),
      networkCode: coin.network,
    },
  };
}

/** `baseCurrencyAmount` is the part of the payment that is converted to coins. */
export function formatMoneyFields(price: ProviderPrice) {
  const [pay, fee, networkFee, extra] = [price.pay, price.fee, price.networkFee, price.affiliateFee].map(Number);
  const base = (pay ?? 0) - (fee ?? 0) - (networkFee ?? 0);
  return {
    baseCurrencyAmount: Number(base.toFixed(2)),
    quoteCurrencyAmount: Number(price.receive),
    feeAmount: Number(((fee ?? 0) - (extra ?? 0)).toFixed(2)),
    extraFeeAmount: extra,
    networkFeeAmount: networkFee,
  };
}

const STATUS: Readonly<Record<PurchaseStage, string>> = {
  opened: 'waitingAuthorization',
  paid: 'pending',
  delivering: 'pending',
  held: 'pending',
  delivered: 'completed',
  failed: 'failed',
  refunded: 'failed',
  expired: 'failed',
};

const DELIVERY: Readonly<Partial<Record<PurchaseStage, string>>> = { delivering: 'in_progress', delivered: 'success' };

/** Returns a transaction in the format of the API and the webhooks. */
export function formatTransaction(purchase: Purchase) {
  const { id, stage, presetStatus: statusOverride, reason, price, currency, coin } = purchase;
  const isPaid = stage !== 'opened' && stage !== 'failed' && stage !== 'expired';
  const failure = stage === 'refunded' ? 'refund' : reason;
  return {
    id,
    createdAt: purchase.createdAt,
    updatedAt: purchase.updatedAt,
    status: statusOverride ?? STATUS[stage],
    failureReason: STATUS[stage] === 'failed' ? failure : null,
    stages: [
      {
        stage: 'stage_one_ordering',
        status: isPaid ? 'success' : stage === 'opened' ? 'in_progress' : 'failed',
        failureReason: isPaid ? null : failure,
        actions: [],
      },
      { stage: 'stage_two_verification', status: isPaid ? 'success' : 'not_started', failureReason: null, actions: [] },
      {
        stage: 'stage_three_processing',
        status: stage === 'refunded' ? 'failed' : isPaid ? 'in_progress' : 'not_started',
        failureReason: stage === 'refunded' ? 'refund' : null,
        actions: [],
      },
      { stage: 'stage_four_delivery', status: DELIVERY[stage] ?? 'not_started', failureReason: null, actions: [] },
    ],
    ...formatMoneyFields(price),
    areFeesIncluded: true,
    paymentMethod: purchase.method,
    baseCurrency: { code: currency.toLowerCase() },
    currency: { code: formatCurrencyCode(coin) },
    walletAddress: purchase.address,
    cryptoTransactionId: purchase.transactionId,
    externalTransactionId: purchase.reference,
  };
}

/** Returns true if the checkout's address is unchanged since it was signed. */
export function hasValidSignature(search: string): boolean {
  const at = search.lastIndexOf('&signature=');
  if (at < 0) return false;
  const expected = createHmac('sha256', credentials.moonpay.secretKey).update(search.slice(0, at)).digest();
  const given = Buffer.from(decodeURIComponent(search.slice(at + '&signature='.length)), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Returns the headers of a webhook, signed with the time of sending. */
export function buildSignedHeaders(body: string): Record<string, string> {
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', credentials.moonpay.webhookKey).update(`${time}.${body}`).digest('hex');
  return { 'moonpay-signature-v2': `t=${time},s=${signature}` };
}

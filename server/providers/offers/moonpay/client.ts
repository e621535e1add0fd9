import { z } from 'zod';
import { callVendor, type VendorAnswer } from '../callVendor.ts';
import { createReferenceData, type ReferenceData } from '../createReferenceData.ts';
import { vendorDecimal } from '../vendorAmounts.ts';
import type { MoonpayConfig } from './config.ts';

const decimalOrNull = vendorDecimal.nullish();

/** https://dev.moonpay.com/reference/getcurrencies (read 2026-11-22); fiat currencies have no metadata. */
const currencySchema = z.object({
  type: z.enum(['crypto', 'fiat']),
  code: z.string(),
  isSuspended: z.boolean().default(false),
  notAllowedCountries: z.array(z.string()).default([]),
  /** Limits of a fiat currency, in that currency. */
  minBuyAmount: decimalOrNull,
  maxBuyAmount: decimalOrNull,
  metadata: z
    .object({ contractAddress: z.string().nullish(), chainId: z.string().nullish(), networkCode: z.string().nullish() })
    .nullish(),
});

export type MoonpayCurrency = z.output<typeof currencySchema>;

/** https://dev.moonpay.com/reference/getcountries (read 2026-11-22) */
const countrySchema = z.object({ alpha2: z.string(), isAllowed: z.boolean(), isBuyAllowed: z.boolean() });

export type MoonpayCountry = z.output<typeof countrySchema>;

/** https://dev.moonpay.com/reference/getbuyquote (read 2026-11-22) */
const quoteSchema = z.object({
  baseCurrencyCode: z.string(),
  quoteCurrencyCode: z.string(),
  quoteCurrencyAmount: vendorDecimal,
  feeAmount: vendorDecimal,
  extraFeeAmount: vendorDecimal,
  networkFeeAmount: vendorDecimal,
  totalAmount: vendorDecimal,
});

export type MoonpayQuote = z.output<typeof quoteSchema>;

/** https://dev.moonpay.com/reference/getcurrencylimits (read 2026-11-22) */
const limitsSchema = z.object({
  baseCurrency: z.object({ code: z.string(), minBuyAmount: vendorDecimal, maxBuyAmount: vendorDecimal }),
});

export type MoonpayLimits = z.output<typeof limitsSchema>;

/**
 * https://dev.moonpay.com/reference/getbuytransaction (read 2026-11-22). Any status is accepted here; orders.ts
 * maps the documented ones.
 */
const transactionSchema = z.object({
  id: z.string().min(1),
  createdAt: z.string().default(''),
  status: z.string(),
  failureReason: z.string().nullish(),
  stages: z.array(z.object({ stage: z.string(), status: z.string(), failureReason: z.string().nullish() })).default([]),
  baseCurrency: z.object({ code: z.string() }).nullish(),
  currency: z.object({ code: z.string() }).nullish(),
  baseCurrencyAmount: decimalOrNull,
  quoteCurrencyAmount: decimalOrNull,
  feeAmount: decimalOrNull,
  extraFeeAmount: decimalOrNull,
  networkFeeAmount: decimalOrNull,
  walletAddress: z.string().nullish(),
  cryptoTransactionId: z.string().nullish(),
  externalTransactionId: z.string().nullish(),
});

export type MoonpayTransaction = z.output<typeof transactionSchema>;

type Query = Readonly<Record<string, string>>;

export type MoonpayClient = {
  readonly currencies: ReferenceData<readonly MoonpayCurrency[]>;
  readonly countries: ReferenceData<readonly MoonpayCountry[]>;
  buyQuote(code: string, query: Query, signal: AbortSignal): Promise<VendorAnswer<MoonpayQuote>>;
  limits(code: string, query: Query, signal: AbortSignal): Promise<VendorAnswer<MoonpayLimits>>;
  /**
   * Returns the transactions with an order number, which MoonPay does not keep unique: a buyer may start more than one.
   */
  findTransactions(orderNo: string): Promise<VendorAnswer<readonly MoonpayTransaction[]>>;
};

export function createMoonpayClient({ apiUrl, publishableKey }: MoonpayConfig): MoonpayClient {
  function callMoonpay<Body>(path: string, schema: z.ZodType<Body>, query: Query = {}, signal?: AbortSignal) {
    const url = new URL(path, apiUrl);
    for (const [name, value] of Object.entries({ apiKey: publishableKey, ...query })) url.searchParams.set(name, value);
    return callVendor({ vendor: 'MoonPay', url, ...(signal && { signal }) }, schema);
  }
  return {
    currencies: createReferenceData(() => callMoonpay('/v3/currencies', z.array(currencySchema))),
    countries: createReferenceData(() => callMoonpay('/v3/countries', z.array(countrySchema))),
    buyQuote: (code, query, signal) =>
      callMoonpay(`/v3/currencies/${encodeURIComponent(code)}/buy_quote`, quoteSchema, query, signal),
    limits: (code, query, signal) =>
      callMoonpay(`/v3/currencies/${encodeURIComponent(code)}/limits`, limitsSchema, query, signal),
    findTransactions: (orderNo) =>
      callMoonpay(`/v1/transactions/ext/${encodeURIComponent(orderNo)}`, z.array(transactionSchema)),
  };
}

import { z } from 'zod';
import { vendorDecimal } from '../vendorAmounts.ts';
import type { PartnerToken } from './tokenCache.ts';

/**
 * https://docs.transak.com/api/public/get-crypto-currencies; paths as in Transak/wdk-protocol-fiat-transak (read
 * 2026-11-22).
 */
export const coinSchema = z.object({
  symbol: z.string(),
  network: z.object({ name: z.string(), chainId: z.string().nullish() }),
  address: z.string().nullish(),
  isAllowed: z.boolean(),
  kycCountriesNotSupported: z.array(z.string()).default([]),
});

export type TransakCoin = z.output<typeof coinSchema>;

/** https://docs.transak.com/api/public/get-fiat-currencies (read 2026-11-22). */
export const currencySchema = z.object({
  symbol: z.string(),
  isAllowed: z.boolean(),
  supportingCountries: z.array(z.string()).optional(),
  paymentOptions: z
    .array(
      z.object({
        id: z.string(),
        isActive: z.boolean(),
        minAmount: vendorDecimal.optional(),
        maxAmount: vendorDecimal.optional(),
      }),
    )
    .default([]),
});

export const countrySchema = z.object({ alpha2: z.string(), isAllowed: z.boolean() });

const feesSchema = z.array(z.object({ id: z.string().optional(), value: vendorDecimal }));

/** https://docs.transak.com/api/public/get-price (read 2026-11-22). */
export const quoteSchema = z.object({
  fiatCurrency: z.string(),
  cryptoCurrency: z.string(),
  network: z.string(),
  fiatAmount: vendorDecimal,
  cryptoAmount: vendorDecimal,
  totalFee: vendorDecimal,
  feeBreakdown: feesSchema.default([]),
});

export type TransakQuote = z.output<typeof quoteSchema>;

/** https://docs.transak.com/api/public/get-order-by-order-id (read 2026-11-22). The list names the id `_id`. */
export const orderSchema = z
  .object({
    id: z.string().optional(),
    _id: z.string().optional(),
    status: z.string(),
    createdAt: z.string().default(''),
    partnerOrderId: z.string().nullish(),
    fiatCurrency: z.string(),
    cryptoCurrency: z.string().nullish(),
    network: z.string().nullish(),
    fiatAmount: vendorDecimal.nullish(),
    cryptoAmount: vendorDecimal.nullish(),
    walletAddress: z.string().nullish(),
    transactionHash: z.string().nullish(),
    statusReason: z.string().nullish(),
    conversionPriceData: z.object({ feeBreakdown: feesSchema.optional() }).nullish(),
  })
  .transform(({ _id, ...order }) => ({ ...order, id: order.id ?? _id ?? '' }))
  .refine(({ id }) => id !== '');

export type TransakOrder = z.output<typeof orderSchema>;

/** `expiresAt` is in seconds; in some answers in milliseconds, as the code of other clients shows. */
export const tokenSchema = z
  .object({ data: z.object({ accessToken: z.string().min(1), expiresAt: z.coerce.number() }) })
  .transform(({ data }): PartnerToken => {
    const { accessToken, expiresAt } = data;
    return { value: accessToken, expiresAt: new Date(expiresAt < 1e11 ? expiresAt * 1_000 : expiresAt) };
  });

export type TransakCurrency = z.output<typeof currencySchema>;
export type TransakCountry = z.output<typeof countrySchema>;

/** Envelope of public calls. */
export function unwrapResponse<Body>(schema: z.ZodType<Body>): z.ZodType<Body> {
  return z.object({ response: schema }).transform((envelope): Body => envelope.response);
}

/** Envelope of partner calls. */
export function unwrapData<Body>(schema: z.ZodType<Body>): z.ZodType<Body> {
  return z.object({ data: schema }).transform((envelope): Body => envelope.data);
}

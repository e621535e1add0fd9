import { z } from 'zod';
import type { ExactJson } from '../exactJson.ts';
import { vendorDecimal } from '../vendorAmounts.ts';

/**
 * Reads answers of version 1 as camelCase: they are in snake_case (types `…SnakeCaseResponse` of @coinbase/cdp-react
 * 0.0.106), the OpenAPI pages also show camelCase, and a guide wraps the list of countries in `data`.
 */
function parseVersion1<Body>(schema: z.ZodType<Body>): z.ZodType<Body> {
  return z.preprocess((answer) => unwrapData(toCamelCase(answer as ExactJson)), schema);
}

function toCamelCase(json: ExactJson): ExactJson {
  if (Array.isArray(json)) return json.map(toCamelCase);
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      toCamelCase(value),
    ]),
  );
}

function unwrapData(json: ExactJson): ExactJson {
  const { data = json } = (json ?? {}) as Readonly<Record<string, ExactJson>>;
  return data;
}

/** https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/get-buy-config (read 2026-11-22) */
const config = z.object({ countries: z.array(z.object({ id: z.string() })) });

export const configSchema = parseVersion1(config);
export type BuyConfig = z.output<typeof config>;

const limitSchema = z.object({ id: z.string(), min: vendorDecimal, max: vendorDecimal });
const networkSchema = z.object({
  name: z.string(),
  chainId: z.string().nullish(),
  contractAddress: z.string().nullish(),
});

/** https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/get-buy-options (read 2026-11-22) */
const options = z.object({
  paymentCurrencies: z.array(z.object({ id: z.string(), limits: z.array(limitSchema) })),
  purchaseCurrencies: z.array(z.object({ id: z.string(), symbol: z.string(), networks: z.array(networkSchema) })),
});

export const optionsSchema = parseVersion1(options);
export type BuyOptions = z.output<typeof options>;

const money = z.object({ value: vendorDecimal, currency: z.string() });

/** https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/create-buy-quote (read 2026-11-22) */
const quote = z.object({
  paymentTotal: money,
  paymentSubtotal: money,
  purchaseAmount: money,
  coinbaseFee: money,
  networkFee: money,
});

export const quoteSchema = parseVersion1(quote);
export type BuyQuote = z.output<typeof quote>;

/** https://docs.cdp.coinbase.com/api-reference/v2/rest-api/onramp/create-an-onramp-session (read 2026-11-22) */
export const sessionSchema = z.object({ session: z.object({ onrampUrl: z.url({ protocol: /^https?$/ }) }) });

/**
 * https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/get-onramp-transactions-by-id (read 2026-11-22).
 * Any status is accepted here; orders.ts maps the documented ones.
 */
const transaction = z.object({
  transactionId: z.string().min(1),
  status: z.string(),
  createdAt: z.string().default(''),
  partnerUserRef: z.string().nullish(),
  paymentTotal: money.nullish(),
  purchaseAmount: money.nullish(),
  purchaseNetwork: z.string().nullish(),
  walletAddress: z.string().nullish(),
  txHash: z.string().nullish(),
  failureReason: z.string().nullish(),
});

export const transactionsSchema = parseVersion1(z.object({ transactions: z.array(transaction).default([]) }));
export type OnrampTransaction = z.output<typeof transaction>;

import { z } from 'zod';
import { vendorDecimal } from '../amounts.ts';
import type { ExactJson } from '../exactJson.ts';

/**
 * The first version answers in snake_case (types `…SnakeCaseResponse` of @coinbase/cdp-react 0.0.106), its OpenAPI pages show
 * camelCase too, and a guide wraps the list of countries in `data`: all of it is read as camelCase.
 */
function firstVersion<Body>(schema: z.ZodType<Body>): z.ZodType<Body> {
  return z.preprocess((answer) => unwrapped(camelCased(answer as ExactJson)), schema);
}

function camelCased(json: ExactJson): ExactJson {
  if (Array.isArray(json)) return json.map(camelCased);
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camelCased(value),
    ]),
  );
}

function unwrapped(json: ExactJson): ExactJson {
  const { data = json } = (json ?? {}) as Readonly<Record<string, ExactJson>>;
  return data;
}

/** https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/get-buy-config (read 2026-11-22) */
const config = z.object({ countries: z.array(z.object({ id: z.string() })) });

export const configSchema = firstVersion(config);
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

export const optionsSchema = firstVersion(options);
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

export const quoteSchema = firstVersion(quote);
export type BuyQuote = z.output<typeof quote>;

/** https://docs.cdp.coinbase.com/api-reference/v2/rest-api/onramp/create-an-onramp-session (read 2026-11-22) */
export const sessionSchema = z.object({ session: z.object({ onrampUrl: z.url({ protocol: /^https?$/ }) }) });

/**
 * https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/get-onramp-transactions-by-id (read 2026-11-22).
 * Words are left as text: orders.ts knows which mean something.
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

export const transactionsSchema = firstVersion(z.object({ transactions: z.array(transaction).default([]) }));
export type OnrampTransaction = z.output<typeof transaction>;

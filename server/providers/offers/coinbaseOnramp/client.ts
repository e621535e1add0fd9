import type { z } from 'zod';
import { callVendor, type VendorAnswer } from '../callVendor.ts';
import { type ReferenceData, referenceData } from '../referenceData.ts';
import { createBearerMaker } from './bearer.ts';
import type { CoinbaseOnrampConfig } from './manifest.ts';
import {
  type BuyConfig,
  type BuyOptions,
  type BuyQuote,
  configSchema,
  type OnrampTransaction,
  optionsSchema,
  quoteSchema,
  sessionSchema,
  transactionsSchema,
} from './schemas.ts';

/** A buyer may begin several times with one number; more are none that a person does. */
const LONGEST_LIST = '50';

export type SessionRequest = Readonly<Record<string, string>>;

export type CoinbaseOnrampClient = {
  readonly config: ReferenceData<BuyConfig>;
  /** What is sold in a country, and between which amounts. Undefined while Coinbase does not say. */
  options(country: string, signal?: AbortSignal): Promise<BuyOptions | undefined>;
  quote(request: SessionRequest, signal: AbortSignal): Promise<VendorAnswer<BuyQuote>>;
  createSession(request: SessionRequest): Promise<VendorAnswer<z.output<typeof sessionSchema>>>;
  /** Newest first. */
  transactionsOf(reference: string): Promise<VendorAnswer<{ readonly transactions: readonly OnrampTransaction[] }>>;
};

type Asked = { readonly content?: unknown; readonly signal?: AbortSignal };

function createAsk(config: CoinbaseOnrampConfig, now: () => Date) {
  const bearerFor = createBearerMaker(config, now);
  return async <Body>(url: URL, schema: z.ZodType<Body>, { content, signal }: Asked = {}) => {
    const method = content === undefined ? 'GET' : 'POST';
    const headers = { authorization: `Bearer ${await bearerFor(method, url)}` };
    return callVendor(
      {
        vendor: 'Coinbase',
        url,
        method,
        headers,
        ...(content !== undefined && { content }),
        ...(signal && { signal }),
      },
      schema,
    );
  };
}

/** The list of countries. A wrong key is refused. */
export function askConfig(config: CoinbaseOnrampConfig, now: () => Date) {
  return createAsk(config, now)(new URL('/onramp/v1/buy/config', config.apiUrl), configSchema);
}

export function createCoinbaseOnrampClient(config: CoinbaseOnrampConfig, now: () => Date): CoinbaseOnrampClient {
  const ask = createAsk(config, now);
  const first = (path: string) => new URL(`/onramp/v1${path}`, config.apiUrl);
  const optionsByCountry = new Map<string, ReferenceData<BuyOptions>>();

  function optionsOf(country: string): ReferenceData<BuyOptions> {
    const known = optionsByCountry.get(country);
    if (known) return known;
    const url = first('/buy/options');
    url.searchParams.set('country', country);
    const data = referenceData(() => ask(url, optionsSchema));
    optionsByCountry.set(country, data);
    return data;
  }

  return {
    config: referenceData(() => askConfig(config, now)),
    options: (country, signal) => optionsOf(country)(signal),
    quote: async (content, signal) => keyTaken(await ask(first('/buy/quote'), quoteSchema, { content, signal })),
    createSession: async (content) =>
      keyTaken(await ask(new URL('/platform/v2/onramp/sessions', config.platformUrl), sessionSchema, { content })),
    async transactionsOf(reference) {
      const url = first(`/buy/user/${encodeURIComponent(reference)}/transactions`);
      url.searchParams.set('pageSize', LONGEST_LIST);
      return keyTaken(await ask(url, transactionsSchema));
    },
  };
}

/** A key that is not taken, or not for this call, says nothing about what was asked. */
function keyTaken<Body>(answer: VendorAnswer<Body>): VendorAnswer<Body> {
  if (answer.kind !== 'refused' || (answer.status !== 401 && answer.status !== 403)) return answer;
  return { kind: 'failed', retryAfterMs: 60_000, detail: `Coinbase does not take the key: ${answer.words}` };
}

import type { z } from 'zod';
import { callVendor, type VendorAnswer } from '../callVendor.ts';
import { createReferenceData, type ReferenceData } from '../createReferenceData.ts';
import { createBearerTokenFactory } from './bearerToken.ts';
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

/** Purchases in one answer: a buyer may start several with one order number, but not more than this. */
const PAGE_SIZE = '50';

export type RequestContent = Readonly<Record<string, string>>;

export type CoinbaseOnrampClient = {
  /** The countries that Coinbase serves. */
  readonly config: ReferenceData<BuyConfig>;
  /** Returns the coins and limits in a country; undefined if Coinbase does not answer. */
  options(country: string, signal?: AbortSignal): Promise<BuyOptions | undefined>;
  quote(request: RequestContent, signal: AbortSignal): Promise<VendorAnswer<BuyQuote>>;
  createSession(request: RequestContent): Promise<VendorAnswer<z.output<typeof sessionSchema>>>;
  /** Returns the purchases with this reference, newest first. */
  findTransactions(reference: string): Promise<VendorAnswer<{ readonly transactions: readonly OnrampTransaction[] }>>;
};

type CallOptions = { readonly content?: unknown; readonly signal?: AbortSignal };

function createCoinbaseCall(config: CoinbaseOnrampConfig, now: () => Date) {
  const createBearerToken = createBearerTokenFactory(config, now);
  return async <Body>(url: URL, schema: z.ZodType<Body>, { content, signal }: CallOptions = {}) => {
    const method = content === undefined ? 'GET' : 'POST';
    const headers = { authorization: `Bearer ${await createBearerToken(method, url)}` };
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

/** Reads the list of countries. Coinbase rejects a wrong key. */
export function fetchBuyConfig(config: CoinbaseOnrampConfig, now: () => Date) {
  return createCoinbaseCall(config, now)(new URL('/onramp/v1/buy/config', config.apiUrl), configSchema);
}

export function createCoinbaseOnrampClient(config: CoinbaseOnrampConfig, now: () => Date): CoinbaseOnrampClient {
  const callCoinbase = createCoinbaseCall(config, now);
  const buildVersion1Url = (path: string) => new URL(`/onramp/v1${path}`, config.apiUrl);
  const optionsByCountry = new Map<string, ReferenceData<BuyOptions>>();

  function loadOptions(country: string): ReferenceData<BuyOptions> {
    const known = optionsByCountry.get(country);
    if (known) return known;
    const url = buildVersion1Url('/buy/options');
    url.searchParams.set('country', country);
    const data = createReferenceData(() => callCoinbase(url, optionsSchema));
    optionsByCountry.set(country, data);
    return data;
  }

  return {
    config: createReferenceData(() => fetchBuyConfig(config, now)),
    options: (country, signal) => loadOptions(country)(signal),
    quote: async (content, signal) =>
      mapRejectedKeyToFailed(await callCoinbase(buildVersion1Url('/buy/quote'), quoteSchema, { content, signal })),
    createSession: async (content) =>
      mapRejectedKeyToFailed(
        await callCoinbase(new URL('/platform/v2/onramp/sessions', config.platformUrl), sessionSchema, { content }),
      ),
    async findTransactions(reference) {
      const url = buildVersion1Url(`/buy/user/${encodeURIComponent(reference)}/transactions`);
      url.searchParams.set('pageSize', PAGE_SIZE);
      return mapRejectedKeyToFailed(await callCoinbase(url, transactionsSchema));
    },
  };
}

/** Maps a rejected key to `failed`, since it is not an answer to the request. */
function mapRejectedKeyToFailed<Body>(answer: VendorAnswer<Body>): VendorAnswer<Body> {
  if (answer.kind !== 'refused' || (answer.status !== 401 && answer.status !== 403)) return answer;
  return { kind: 'failed', retryAfterMs: 60_000, detail: `Coinbase rejects the key: ${answer.message}` };
}

import { z } from 'zod';
import { type CallPriority, createWindowBudget } from '../../callBudget.ts';
import { callVendor, type VendorAnswer } from '../callVendor.ts';
import { createReferenceData, type ReferenceData } from '../createReferenceData.ts';
import { vendorDecimal } from '../vendorAmounts.ts';
import { getRampHosts, RAMP_LIMIT, type RampConfig } from './config.ts';

/** Base units, in which Ramp writes coin amounts. */
const unitsSchema = z.string().regex(/^\d{1,40}$/);

/** `-1` means that the asset has no own limit: the limit of all assets applies. */
const limitSchema = z.union([z.literal('-1').transform(() => undefined), vendorDecimal]).optional();

/**
 * https://docs.ramp.network/rest-api-v3-reference, AssetInfo (read 2026-11-22). Fiat amounts are in the requested
 * currency.
 */
const assetSchema = z.object({
  symbol: z.string(),
  chain: z.string(),
  decimals: z.coerce.number().int(),
  address: z.string().nullish(),
  enabled: z.boolean().default(true),
  hidden: z.boolean().default(false),
  minPurchaseAmount: limitSchema,
  maxPurchaseAmount: limitSchema,
  networkFee: vendorDecimal.optional(),
});

export type RampAsset = z.output<typeof assetSchema>;

/** HostAssetsConfig of the same page. */
const assetsSchema = z.object({
  assets: z.array(assetSchema),
  minPurchaseAmount: limitSchema,
  maxPurchaseAmount: limitSchema,
});

type RampAssets = z.output<typeof assetsSchema>;

/** PaymentMethod of the same page; country codes are lower case. */
const methodSchema = z.object({ name: z.string(), currencies: z.array(z.string()), countries: z.array(z.string()) });

/** QuoteResultForPaymentMethod of the same page. */
const quoteSchema = z.object({
  fiatCurrency: z.string(),
  cryptoAmount: unitsSchema,
  fiatValue: vendorDecimal,
  appliedFee: vendorDecimal,
  hostFeeCut: vendorDecimal.optional(),
});

export type RampQuote = z.output<typeof quoteSchema>;

/** Fields that identify an asset. */
const assetIdentitySchema = assetSchema.pick({ symbol: true, chain: true, address: true, decimals: true });

/** RampPurchase of the same page. Any status is accepted here; orders.ts maps the documented ones. */
const purchaseSchema = z.object({
  id: z.string().min(1),
  asset: assetIdentitySchema,
  cryptoAmount: unitsSchema,
  fiatCurrency: z.string(),
  fiatValue: vendorDecimal,
  hostFeeCut: vendorDecimal.nullish(),
  receiverAddress: z.string(),
  status: z.string(),
  finalTxHash: z.string().nullish(),
});

export type RampPurchase = z.output<typeof purchaseSchema>;

/** Quotes for one asset, by method. */
export type RampQuotes = z.output<typeof quotesSchema>;

export type RampMethod = Exclude<keyof RampQuotes, 'asset'>;

/** Contains one of the two amounts: money as a number, or coins in base units. */
export type RampQuoteRequest = {
  readonly cryptoAssetSymbol: string;
  readonly fiatCurrency: string;
  readonly userCountryCode: string;
} & ({ readonly fiatValue: number } | { readonly cryptoAmount: string });

export type RampClient = {
  /** Returns the assets for one pay currency, in which limits and network fee are stated. */
  assets(currency: string, signal?: AbortSignal): Promise<RampAssets | undefined>;
  readonly methods: ReferenceData<readonly z.output<typeof methodSchema>[]>;
  quote(request: RampQuoteRequest, signal: AbortSignal): Promise<VendorAnswer<RampQuotes>>;
  /** Returns a purchase. Requires the token from its webhook. */
  purchase(id: string, viewToken: string): Promise<VendorAnswer<RampPurchase>>;
};

export function createRampClient(config: RampConfig): RampClient {
  const { apiUrl } = getRampHosts(config);
  const buildUrl = (path: string, query: Readonly<Record<string, string>>) => {
    const url = new URL(`/api/host-api${path}`, apiUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  const { hostApiKey } = config;
  const vendor = 'Ramp Network';
  // Another address, such as the sandbox's, has no known limit.
  const budget = config.apiUrl === undefined ? createWindowBudget(RAMP_LIMIT) : undefined;
  const within = (priority: CallPriority, longestWaitMs: number) =>
    budget && { within: { budget, priority, longestWaitMs } };
  // Waits only briefly, because a buyer waits for the price.
  const quoteBudget = within('start', 1_000);
  // May wait longer, since status changes also arrive by webhook.
  const statusBudget = within('read', 10_000);
  const assetsByKey = new Map<string, ReferenceData<RampAssets>>();
  return {
    assets(currency, signal) {
      const known =
        assetsByKey.get(currency) ??
        createReferenceData(() =>
          callVendor(
            { vendor, url: buildUrl('/v3/assets', { hostApiKey, currencyCode: currency }), ...quoteBudget },
            assetsSchema,
          ),
        );
      assetsByKey.set(currency, known);
      return known(signal);
    },
    methods: createReferenceData(() =>
      callVendor(
        { vendor, url: buildUrl('/v3/payment-methods', { hostApiKey }), ...quoteBudget },
        z.array(methodSchema),
      ),
    ),
    quote: (content, signal) =>
      callVendor(
        {
          vendor,
          url: buildUrl('/v3/onramp/quote/all', { hostApiKey }),
          method: 'POST',
          content,
          signal,
          ...quoteBudget,
        },
        quotesSchema,
      ),
    purchase: (id, viewToken) =>
      callVendor(
        { vendor, url: buildUrl(`/purchase/${encodeURIComponent(id)}`, { secret: viewToken }), ...statusBudget },
        purchaseSchema,
      ),
  };
}

const quote = quoteSchema.optional();
/** Methods are keys; one that is not available is missing. */
const quotesSchema = z.object({
  asset: assetIdentitySchema,
  CARD_PAYMENT: quote,
  APPLE_PAY: quote,
  GOOGLE_PAY: quote,
  MANUAL_BANK_TRANSFER: quote,
});

import { z } from 'zod';
import { vendorDecimal } from '../amounts.ts';
import { callVendor, type VendorAnswer } from '../callVendor.ts';
import { type ReferenceData, referenceData } from '../referenceData.ts';
import { type RampConfig, worldOf } from './config.ts';
import type { RampMethod } from './words.ts';

/** Base units, as Ramp writes amounts of coins. */
const unitsSchema = z.string().regex(/^\d{1,40}$/);

/** `-1` is no limit of the asset's own: the one of all assets counts. */
const limitSchema = z.union([z.literal('-1').transform(() => undefined), vendorDecimal]).optional();

/** https://docs.ramp.network/rest-api-v3-reference, AssetInfo (read 2026-11-22). Fiat amounts are of the currency asked for. */
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

/** PaymentMethod of the same page; countries are in small letters. */
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

/** Which asset it is. */
const namedSchema = assetSchema.pick({ symbol: true, chain: true, address: true, decimals: true });

/** RampPurchase of the same page. Words are left as text: orders.ts knows which mean something. */
const purchaseSchema = z.object({
  id: z.string().min(1),
  asset: namedSchema,
  cryptoAmount: unitsSchema,
  fiatCurrency: z.string(),
  fiatValue: vendorDecimal,
  hostFeeCut: vendorDecimal.nullish(),
  receiverAddress: z.string(),
  status: z.string(),
  finalTxHash: z.string().nullish(),
});

export type RampPurchase = z.output<typeof purchaseSchema>;

/** The quotes for one asset, by method. */
export type RampQuotes = { readonly asset: z.output<typeof namedSchema> } & Readonly<
  Partial<Record<RampMethod, RampQuote>>
>;

/** One of both amounts: money as a number, coins in base units. */
export type RampQuoteRequest = {
  readonly cryptoAssetSymbol: string;
  readonly fiatCurrency: string;
  readonly userCountryCode: string;
} & ({ readonly fiatValue: number } | { readonly cryptoAmount: string });

export type RampClient = {
  /** Of one currency of pay: limits and the network's fee are told in it. */
  assets(currency: string, signal?: AbortSignal): Promise<RampAssets | undefined>;
  readonly methods: ReferenceData<readonly z.output<typeof methodSchema>[]>;
  quote(request: RampQuoteRequest, signal: AbortSignal): Promise<VendorAnswer<RampQuotes>>;
  /** The token came with the purchase's webhook: Ramp tells nobody else. */
  purchase(id: string, viewToken: string): Promise<VendorAnswer<RampPurchase>>;
};

export function createRampClient(config: RampConfig): RampClient {
  const { apiUrl } = worldOf(config);
  const addressOf = (path: string, query: Readonly<Record<string, string>>) => {
    const url = new URL(`/api/host-api${path}`, apiUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  const { hostApiKey } = config;
  const vendor = 'Ramp Network';
  // A hundred questions a minute are all that Ramp takes from one address (https://docs.rampnetwork.com/rate-limiting).
  const assetsOf = new Map<string, ReferenceData<RampAssets>>();
  return {
    assets(currency, signal) {
      const known =
        assetsOf.get(currency) ??
        referenceData(() =>
          callVendor({ vendor, url: addressOf('/v3/assets', { hostApiKey, currencyCode: currency }) }, assetsSchema),
        );
      assetsOf.set(currency, known);
      return known(signal);
    },
    methods: referenceData(() =>
      callVendor({ vendor, url: addressOf('/v3/payment-methods', { hostApiKey }) }, z.array(methodSchema)),
    ),
    quote: (content, signal) =>
      callVendor(
        { vendor, url: addressOf('/v3/onramp/quote/all', { hostApiKey }), method: 'POST', content, signal },
        quotesSchema,
      ),
    purchase: (id, viewToken) =>
      callVendor(
        { vendor, url: addressOf(`/purchase/${encodeURIComponent(id)}`, { secret: viewToken }) },
        purchaseSchema,
      ),
  };
}

const quote = quoteSchema.optional();
/** Methods are keys; one that is not sold here is missing. */
const quotesSchema = z.object({
  asset: namedSchema,
  CARD_PAYMENT: quote,
  APPLE_PAY: quote,
  GOOGLE_PAY: quote,
  MANUAL_BANK_TRANSFER: quote,
});

import { z } from 'zod';
import { vendorDecimal } from '../amounts.ts';
import { callVendor, type VendorAnswer } from '../callVendor.ts';
import { type ReferenceData, referenceData } from '../referenceData.ts';
import type { WidgetParams } from './checkout.ts';
import { hostsOf, type TransakConfig } from './config.ts';
import { type PartnerToken, type TokenShelf, withToken } from './tokens.ts';

const VENDOR = 'Transak';

/** https://docs.transak.com/api/public/get-crypto-currencies; paths as Transak/wdk-protocol-fiat-transak has them (read 2026-11-22). */
const coinSchema = z.object({
  symbol: z.string(),
  network: z.object({ name: z.string(), chainId: z.string().nullish() }),
  address: z.string().nullish(),
  isAllowed: z.boolean(),
  kycCountriesNotSupported: z.array(z.string()).default([]),
});

export type TransakCoin = z.output<typeof coinSchema>;

/** https://docs.transak.com/api/public/get-fiat-currencies (read 2026-11-22). */
const currencySchema = z.object({
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

const countrySchema = z.object({ alpha2: z.string(), isAllowed: z.boolean() });

const feesSchema = z.array(z.object({ id: z.string().optional(), value: vendorDecimal }));

/** https://docs.transak.com/api/public/get-price (read 2026-11-22). */
const quoteSchema = z.object({
  fiatAmount: vendorDecimal,
  cryptoAmount: vendorDecimal,
  totalFee: vendorDecimal,
  feeBreakdown: feesSchema.default([]),
});

export type TransakQuote = z.output<typeof quoteSchema>;

/** https://docs.transak.com/api/public/get-order-by-order-id (read 2026-11-22). The list names the id `_id`. */
const orderSchema = z
  .object({
    id: z.string().optional(),
    _id: z.string().optional(),
    status: z.string(),
    createdAt: z.string().default(''),
    partnerOrderId: z.string().nullish(),
    fiatCurrency: z.string(),
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

/** Seconds; some answers have milliseconds, as others' clients found. */
const tokenSchema = z
  .object({ data: z.object({ accessToken: z.string().min(1), expiresAt: z.coerce.number() }) })
  .transform(({ data }): PartnerToken => {
    const { accessToken, expiresAt } = data;
    return { value: accessToken, expiresAt: new Date(expiresAt < 1e11 ? expiresAt * 1_000 : expiresAt) };
  });

type Query = Readonly<Record<string, string>>;

export type TransakClient = {
  readonly coins: ReferenceData<readonly TransakCoin[]>;
  readonly currencies: ReferenceData<readonly z.output<typeof currencySchema>[]>;
  readonly countries: ReferenceData<readonly z.output<typeof countrySchema>[]>;
  quote(query: Query, signal: AbortSignal): Promise<VendorAnswer<TransakQuote>>;
  /** An address that opens once. `buyer`: the IP address that will open it. */
  widgetUrl(params: WidgetParams, buyer: string): Promise<VendorAnswer<string>>;
  order(id: string): Promise<VendorAnswer<TransakOrder>>;
  /** By our number. Transak may leave out what is not completed (get-orders, `filter[status]`). */
  ordersOf(orderNo: string): Promise<VendorAnswer<readonly TransakOrder[]>>;
};

function inResponse<Body>(schema: z.ZodType<Body>): z.ZodType<Body> {
  return z.object({ response: schema }).transform((envelope): Body => envelope.response);
}

function inData<Body>(schema: z.ZodType<Body>): z.ZodType<Body> {
  return z.object({ data: schema }).transform((envelope): Body => envelope.data);
}

export function createTransakClient(config: TransakConfig, shelf: TokenShelf, now: () => Date): TransakClient {
  const { apiUrl, gatewayUrl } = hostsOf(config);
  const { apiKey, apiSecret } = config;
  const headers = { 'x-api-key': apiKey };
  const addressOf = (path: string, query: Query = {}, host = apiUrl) => {
    const url = new URL(path, host);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  const open = <Body>(path: string, schema: z.ZodType<Body>, query: Query = {}, signal?: AbortSignal) =>
    callVendor({ vendor: VENDOR, url: addressOf(path, query), headers, ...(signal && { signal }) }, schema);

  const makeToken = () =>
    callVendor(
      {
        vendor: VENDOR,
        url: addressOf('/partners/api/v2/refresh-token'),
        method: 'POST',
        headers: { ...headers, 'api-secret': apiSecret },
        content: { apiKey },
      },
      tokenSchema,
    );
  const asPartner = <Body>(call: (token: string) => Promise<VendorAnswer<Body>>) =>
    withToken(shelf, now, makeToken, call);
  const tokenHeaders = (token: string) => ({ ...headers, 'access-token': token });

  return {
    coins: referenceData(() =>
      open('/cryptocoverage/api/v1/public/crypto-currencies', inResponse(z.array(coinSchema))),
    ),
    currencies: referenceData(() =>
      open('/fiat/public/v1/currencies/fiat-currencies', inResponse(z.array(currencySchema))),
    ),
    countries: referenceData(() => open('/api/v2/countries', inResponse(z.array(countrySchema)))),
    quote: (query, signal) =>
      open('/api/v1/pricing/public/quotes', inResponse(quoteSchema), { partnerApiKey: apiKey, ...query }, signal),
    widgetUrl: (params, buyer) =>
      asPartner((token) =>
        callVendor(
          {
            vendor: VENDOR,
            url: addressOf('/api/v2/auth/session', {}, gatewayUrl),
            method: 'POST',
            headers: { ...tokenHeaders(token), 'x-user-ip': buyer },
            content: { widgetParams: params },
          },
          inData(z.object({ widgetUrl: z.url({ protocol: /^https?$/ }) }).transform(({ widgetUrl }) => widgetUrl)),
        ),
      ),
    order: (id) =>
      asPartner((token) => {
        const url = addressOf(`/partners/api/v2/order/${encodeURIComponent(id)}`);
        return callVendor({ vendor: VENDOR, url, headers: tokenHeaders(token) }, inData(orderSchema));
      }),
    ordersOf: (orderNo) =>
      asPartner((token) => {
        const url = addressOf('/partners/api/v2/orders', { 'filter[partnerOrderId]': orderNo });
        return callVendor({ vendor: VENDOR, url, headers: tokenHeaders(token) }, inData(z.array(orderSchema)));
      }),
  };
}

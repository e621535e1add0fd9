import { z } from 'zod';
import { callVendor, type VendorAnswer } from '../callVendor.ts';
import { createReferenceData, type ReferenceData } from '../createReferenceData.ts';
import type { WidgetParams } from './checkout.ts';
import { getTransakHosts, type TransakConfig } from './config.ts';
import {
  coinSchema,
  countrySchema,
  currencySchema,
  orderSchema,
  quoteSchema,
  type TransakCoin,
  type TransakCountry,
  type TransakCurrency,
  type TransakOrder,
  type TransakQuote,
  tokenSchema,
  unwrapData,
  unwrapResponse,
} from './schemas.ts';
import { type TokenCache, withToken } from './tokenCache.ts';

const VENDOR = 'Transak';

type Query = Readonly<Record<string, string>>;

export type TransakClient = {
  readonly coins: ReferenceData<readonly TransakCoin[]>;
  readonly currencies: ReferenceData<readonly TransakCurrency[]>;
  readonly countries: ReferenceData<readonly TransakCountry[]>;
  quote(query: Query, signal: AbortSignal): Promise<VendorAnswer<TransakQuote>>;
  /** Returns a URL that opens once. `buyer`: the IP address that will open it. */
  widgetUrl(params: WidgetParams, buyer: string): Promise<VendorAnswer<string>>;
  order(id: string): Promise<VendorAnswer<TransakOrder>>;
  /**
   * Returns the orders with an order number. Transak may omit orders that are not completed (get-orders,
   * `filter[status]`).
   */
  findOrders(orderNo: string): Promise<VendorAnswer<readonly TransakOrder[]>>;
};

export function createTransakClient(config: TransakConfig, tokenCache: TokenCache, now: () => Date): TransakClient {
  const { apiUrl, gatewayUrl } = getTransakHosts(config);
  const { apiKey, apiSecret } = config;
  const headers = { 'x-api-key': apiKey };
  const buildUrl = (path: string, query: Query = {}, host = apiUrl) => {
    const url = new URL(path, host);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  const callPublic = <Body>(path: string, schema: z.ZodType<Body>, query: Query = {}, signal?: AbortSignal) =>
    callVendor({ vendor: VENDOR, url: buildUrl(path, query), headers, ...(signal && { signal }) }, schema);

  const requestToken = () =>
    callVendor(
      {
        vendor: VENDOR,
        url: buildUrl('/partners/api/v2/refresh-token'),
        method: 'POST',
        headers: { ...headers, 'api-secret': apiSecret },
        content: { apiKey },
      },
      tokenSchema,
    );
  const callAsPartner = <Body>(call: (token: string) => Promise<VendorAnswer<Body>>) =>
    withToken(tokenCache, now, requestToken, call);
  const buildTokenHeaders = (token: string) => ({ ...headers, 'access-token': token });

  return {
    coins: createReferenceData(() =>
      callPublic('/cryptocoverage/api/v1/public/crypto-currencies', unwrapResponse(z.array(coinSchema))),
    ),
    currencies: createReferenceData(() =>
      callPublic('/fiat/public/v1/currencies/fiat-currencies', unwrapResponse(z.array(currencySchema))),
    ),
    countries: createReferenceData(() => callPublic('/api/v2/countries', unwrapResponse(z.array(countrySchema)))),
    quote: (query, signal) =>
      callPublic(
        '/api/v1/pricing/public/quotes',
        unwrapResponse(quoteSchema),
        { partnerApiKey: apiKey, ...query },
        signal,
      ),
    widgetUrl: (params, buyer) =>
      callAsPartner((token) =>
        callVendor(
          {
            vendor: VENDOR,
            url: buildUrl('/api/v2/auth/session', {}, gatewayUrl),
            method: 'POST',
            headers: { ...buildTokenHeaders(token), 'x-user-ip': buyer },
            content: { widgetParams: params },
          },
          unwrapData(z.object({ widgetUrl: z.url({ protocol: /^https?$/ }) }).transform(({ widgetUrl }) => widgetUrl)),
        ),
      ),
    order: (id) =>
      callAsPartner((token) => {
        const url = buildUrl(`/partners/api/v2/order/${encodeURIComponent(id)}`);
        return callVendor({ vendor: VENDOR, url, headers: buildTokenHeaders(token) }, unwrapData(orderSchema));
      }),
    findOrders: (orderNo) =>
      callAsPartner((token) => {
        const url = buildUrl('/partners/api/v2/orders', { 'filter[partnerOrderId]': orderNo });
        return callVendor({ vendor: VENDOR, url, headers: buildTokenHeaders(token) }, unwrapData(z.array(orderSchema)));
      }),
  };
}

import { z } from 'zod';
import { callVendor, type VendorAnswer } from '../callVendor.ts';
import { type ReferenceData, referenceData } from '../referenceData.ts';
import type { WidgetParams } from './checkout.ts';
import { hostsOf, type TransakConfig } from './config.ts';
import {
  coinSchema,
  countrySchema,
  currencySchema,
  inData,
  inResponse,
  orderSchema,
  quoteSchema,
  type TransakCoin,
  type TransakCountry,
  type TransakCurrency,
  type TransakOrder,
  type TransakQuote,
  tokenSchema,
} from './schemas.ts';
import { type TokenShelf, withToken } from './tokens.ts';

const VENDOR = 'Transak';

type Query = Readonly<Record<string, string>>;

export type TransakClient = {
  readonly coins: ReferenceData<readonly TransakCoin[]>;
  readonly currencies: ReferenceData<readonly TransakCurrency[]>;
  readonly countries: ReferenceData<readonly TransakCountry[]>;
  quote(query: Query, signal: AbortSignal): Promise<VendorAnswer<TransakQuote>>;
  /** An address that opens once. `buyer`: the IP address that will open it. */
  widgetUrl(params: WidgetParams, buyer: string): Promise<VendorAnswer<string>>;
  order(id: string): Promise<VendorAnswer<TransakOrder>>;
  /** By our number. Transak may leave out what is not completed (get-orders, `filter[status]`). */
  ordersOf(orderNo: string): Promise<VendorAnswer<readonly TransakOrder[]>>;
};

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

import createClient from 'openapi-fetch';
// The test generates the types from /openapi-partner.json.
import type { components, paths, webhooks } from './openapiTypescript.gen.ts';

const { POST } = createClient<paths>({ baseUrl: 'https://buy.example' });

/** Compiles only if fields that have a default can be omitted. */
export async function createSession(key: string, headers: SignedHeaders): Promise<string> {
  const { data } = await POST('/gateway/partner/createSession', {
    params: { header: headers },
    headers: { authorization: `Bearer ${key}` },
    body: {
      sendCurrency: 'EUR',
      sendCurrencyAmount: '100.00',
      getCurrency: 'BTC',
      idempotencyKey: crypto.randomUUID(),
    },
  });
  if (data?.respCode !== '200') throw new Error(data?.respMessage);
  return (data as components['schemas']['PartnerCreateSessionAnswer']).data.url;
}

type SignedHeaders = { readonly 'Content-Digest': string; readonly 'Signature-Input': string };

export async function priceIn(country: string): Promise<string> {
  const { data } = await POST('/gateway/partner/quote', {
    body: { sendCurrency: 'EUR', sendCurrencyAmount: 100, getCurrency: 'BTC', country },
  });
  if (data?.respCode !== '200') throw new Error(data?.respMessage);
  return (data as components['schemas']['PartnerQuoteAnswer']).data.price;
}

export async function quoteNowhere(): Promise<void> {
  const body = { sendCurrency: 'EUR', sendCurrencyAmount: '100', getCurrency: 'BTC' };
  // @ts-expect-error: the country is required
  await POST('/gateway/partner/quote', { body });
}

type Paid = NonNullable<webhooks['order.paid']['post']['requestBody']>['content']['application/json'];

export function getAmount(event: Paid): string {
  return event.data.paidAmount;
}

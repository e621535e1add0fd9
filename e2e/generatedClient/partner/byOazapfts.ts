// The test generates the client from /openapi-partner.json.
import * as slipway from './oazapfts.gen.ts';

/** Compiles only if fields that have a default can be omitted. */
export async function createSession(key: string, headers: SignedHeaders): Promise<string> {
  const answer = await slipway.partnerCreateSession(
    headers.contentDigest,
    headers.signatureInput,
    { sendCurrency: 'EUR', sendCurrencyAmount: '100.00', getCurrency: 'BTC', idempotencyKey: crypto.randomUUID() },
    { headers: { authorization: `Bearer ${key}` } },
  );
  if (answer.status !== 200 || answer.data.respCode !== '200') throw new Error(answer.data.respMessage);
  return answer.data.data.url;
}

type SignedHeaders = { readonly contentDigest: string; readonly signatureInput: string };

export async function priceIn(country: string): Promise<string> {
  const answer = await slipway.partnerQuote({
    sendCurrency: 'EUR',
    sendCurrencyAmount: 100,
    getCurrency: 'BTC',
    country,
  });
  if (answer.status !== 200 || answer.data.respCode !== '200') throw new Error(answer.data.respMessage);
  return answer.data.data.price;
}

export async function quoteNowhere(): Promise<void> {
  const body = { sendCurrency: 'EUR', sendCurrencyAmount: '100', getCurrency: 'BTC' };
  // @ts-expect-error: the country is required
  await slipway.partnerQuote(body);
}

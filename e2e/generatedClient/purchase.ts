import createClient from 'openapi-fetch';
// The journey generates these types from the OpenAPI document that the running server returns.
import type { components, paths } from './schema.gen.js';

type Answer<Data> = { readonly respCode: '200'; readonly data: Data } | components['schemas']['Refusal'];

/** A purchase that has begun: its order, the reference for the transfer, and its status. */
export type StartedPurchase = {
  readonly orderNo: string;
  readonly reference: string;
  /** Returns the order's current status. */
  status(): Promise<string>;
};

/** Buys bitcoin for 100 EUR by bank transfer without a page, using only the generated types. */
export async function beginPurchase(
  baseUrl: string,
  { minted, origin, address }: { readonly minted: string; readonly origin: string; readonly address: string },
): Promise<StartedPurchase> {
  const { POST } = createClient<paths>({ baseUrl, fetch: createCookieFetch() });
  const login = requireData((await POST('/gateway/buying/authInfo', { body: { authToken: minted, origin } })).data);
  const { authToken } = login;
  const [purpose] = requireData((await POST('/gateway/buying/getNatureList', { body: {} })).data);
  const person = {
    firstName: 'Anna',
    lastName: 'Weber',
    birthDate: '1990-05-31',
    citizenship: 'DE',
    city: 'Berlin',
    phone: '+49 30 901820',
  };
  requireData(
    (await POST('/gateway/buying/addKyc', { body: { ...person, purpose: purpose?.id ?? '', authToken } })).data,
  );
  const wanted = { sendCurrency: 'EUR', sendCurrencyAmount: '100.00', getCurrency: 'BTC' };
  const quote = requireData((await POST('/gateway/buying/offerInquiry', { body: wanted })).data);
  const order = requireData(
    (
      await POST('/gateway/buying/coinOrder', {
        body: {
          ...wanted,
          token: quote.token,
          payMethod: 'bank_transfer',
          address,
          walletType: 'self_hosted',
          authToken,
        },
      })
    ).data,
  );
  const { orderNo } = order;
  const detail = async () =>
    requireData((await POST('/gateway/buying/orderDetail', { body: { orderNo, authToken } })).data);
  const createdOrder = await detail();
  // Only its buyer sees all fields of an order.
  if (!('transfer' in createdOrder) || !createdOrder.transfer)
    throw new Error('the order does not say where the money goes');
  return { orderNo, reference: createdOrder.transfer.reference, status: async () => (await detail()).status };
}

function requireData<Data>(answer: Answer<Data> | undefined): Data {
  if (answer?.respCode !== '200') throw new Error(answer?.respMessage ?? 'no answer');
  return (answer as { readonly data: Data }).data;
}

/** Returns a `fetch` that stores cookies: a session requires its cookie in addition to the authToken. */
function createCookieFetch(): typeof fetch {
  const cookies = new Map<string, string>();
  return async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=', 2);
      cookies.set(name, value);
    }
    return response;
  };
}

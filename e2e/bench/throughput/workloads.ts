import { randomBytes } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import type { LoadRequest } from './load.ts';

/** Distinct client addresses in Germany (unknown places are refused), enough to stay below the limit per client. */
const CLIENT_ADDRESS_COUNT = 2_000;
const DISTINCT_QUOTES = 500;
const TOKEN_CLIENTS = 16;

/** Returns a client's address; the addresses repeat after {@link CLIENT_ADDRESS_COUNT}. */
export function pickClientAddress(number: number): string {
  const index = number % CLIENT_ADDRESS_COUNT;
  return `85.214.${Math.floor(index / 256)}.${index % 256}`;
}

function createLoadRequest(call: string, body: object, number: number): LoadRequest {
  return {
    path: `/gateway/buying/${call}`,
    body: JSON.stringify(body),
    headers: { 'x-forwarded-for': pickClientAddress(number) },
  };
}

const ETHER = { ...calls.offerInquiry.example.request, getCurrency: 'ETH' };

/** Returns quote requests with many different pay amounts. */
export function createPayAmountQuotes(): readonly LoadRequest[] {
  return Array.from({ length: DISTINCT_QUOTES }, (_, number) =>
    createLoadRequest('offerInquiry', { ...ETHER, sendCurrencyAmount: String(100 + (number % 400)) }, number),
  );
}

/** Returns quote requests with many different receive amounts. */
export function createReceiveAmountQuotes(): readonly LoadRequest[] {
  return Array.from({ length: DISTINCT_QUOTES }, (_, number) =>
    createLoadRequest(
      'offerInquiry',
      { ...ETHER, sendCurrencyAmount: '', getCurrencyAmount: `0.0${500 + (number % 400)}` },
      number,
    ),
  );
}

/** Returns tokens of this many quotes, each valid for a minute. */
async function fetchQuoteTokens(origin: string, count: number): Promise<readonly string[]> {
  const tokens: string[] = [];
  let next = 0;
  const requestQuote = async () => {
    for (let number = next++; number < count; number = next++) {
      const { path, body, headers } = createLoadRequest('offerInquiry', ETHER, number);
      const sent = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
      const answer = (await (await fetch(origin + path, sent)).json()) as { data: { token: string } };
      tokens.push(answer.data.token);
    }
  };
  await Promise.all(Array.from({ length: TOKEN_CLIENTS }, requestQuote));
  return tokens;
}

/** Returns requests for the price of a quote by every payment method. */
export async function createPriceListRequests(origin: string): Promise<readonly LoadRequest[]> {
  const tokens = await fetchQuoteTokens(origin, DISTINCT_QUOTES);
  return tokens.map((token, number) => createLoadRequest('priceList', { token }, number));
}

/** Returns requests for guest orders, each with a new quote and its own address. */
export async function createOrderRequests(origin: string, count: number): Promise<readonly LoadRequest[]> {
  const tokens = await fetchQuoteTokens(origin, count);
  return tokens.map((token, number) =>
    createLoadRequest(
      'coinOrder',
      {
        ...calls.coinOrder.example.request,
        getCurrency: 'ETH',
        token,
        address: `0x${randomBytes(20).toString('hex')}`,
      },
      number,
    ),
  );
}

/** Creates this many guest orders. Returns requests for their public status, as anyone with the link sees it. */
export async function createOrderDetailRequests(origin: string, count: number): Promise<readonly LoadRequest[]> {
  const orderNos: string[] = [];
  for (const { path, body, headers } of await createOrderRequests(origin, count)) {
    const sent = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
    const answer = (await (await fetch(origin + path, sent)).json()) as { data: { orderNo: string } };
    orderNos.push(answer.data.orderNo);
  }
  return orderNos.map((orderNo, number) => createLoadRequest('orderDetail', { orderNo }, number));
}

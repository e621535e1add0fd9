import { randomBytes } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import type { LoadRequest } from './load.ts';

/** Distinct clients in Germany, since unknown places are turned away: none comes near the limit of one. */
const ADDRESSES = 2_000;
const DISTINCT_QUOTES = 500;
const TOKEN_CLIENTS = 16;

/** Of a client; the same again after {@link ADDRESSES}. */
export function clientAddress(number: number): string {
  const at = number % ADDRESSES;
  return `85.214.${Math.floor(at / 256)}.${at % 256}`;
}

function request(call: string, body: object, number: number): LoadRequest {
  return {
    path: `/gateway/buying/${call}`,
    body: JSON.stringify(body),
    headers: { 'x-forwarded-for': clientAddress(number) },
  };
}

const ETHER = { ...calls.offerInquiry.example.request, getCurrency: 'ETH' };

/** Quotes of many amounts, from what is paid. */
export function payQuotes(): readonly LoadRequest[] {
  return Array.from({ length: DISTINCT_QUOTES }, (_, number) =>
    request('offerInquiry', { ...ETHER, sendCurrencyAmount: String(100 + (number % 400)) }, number),
  );
}

/** Quotes of many amounts, from what is received. */
export function getQuotes(): readonly LoadRequest[] {
  return Array.from({ length: DISTINCT_QUOTES }, (_, number) =>
    request(
      'offerInquiry',
      { ...ETHER, sendCurrencyAmount: '', getCurrencyAmount: `0.0${500 + (number % 400)}` },
      number,
    ),
  );
}

/** Tokens of so many quotes, each good for a minute from now. */
async function quoteTokens(origin: string, count: number): Promise<readonly string[]> {
  const tokens: string[] = [];
  let next = 0;
  const ask = async () => {
    for (let number = next++; number < count; number = next++) {
      const { path, body, headers } = request('offerInquiry', ETHER, number);
      const sent = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
      const answer = (await (await fetch(origin + path, sent)).json()) as { data: { token: string } };
      tokens.push(answer.data.token);
    }
  };
  await Promise.all(Array.from({ length: TOKEN_CLIENTS }, ask));
  return tokens;
}

/** What a quote costs by every method. */
export async function priceLists(origin: string): Promise<readonly LoadRequest[]> {
  const tokens = await quoteTokens(origin, DISTINCT_QUOTES);
  return tokens.map((token, number) => request('priceList', { token }, number));
}

/** Orders of guests, each of a quote of its own and for an address of its own. */
export async function orders(origin: string, count: number): Promise<readonly LoadRequest[]> {
  const tokens = await quoteTokens(origin, count);
  return tokens.map((token, number) =>
    request(
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

/** The bare status of so many new orders, as a stranger with the link sees it. */
export async function orderDetails(origin: string, count: number): Promise<readonly LoadRequest[]> {
  const orderNos: string[] = [];
  for (const { path, body, headers } of await orders(origin, count)) {
    const sent = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
    const answer = (await (await fetch(origin + path, sent)).json()) as { data: { orderNo: string } };
    orderNos.push(answer.data.orderNo);
  }
  return orderNos.map((orderNo, number) => request('orderDetail', { orderNo }, number));
}

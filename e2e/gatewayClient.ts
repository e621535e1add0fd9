import { calls } from '@slipway/contract/calls.ts';
import { patienceMs } from '../tools/patience/patience.ts';
import type { Desk } from './desk.ts';
import { newDetails } from './person.ts';

export type Envelope = {
  readonly respCode: string;
  readonly respMessage: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly error?: string };
};

export type GatewayAnswer = { readonly httpStatus: number; readonly body: Envelope };

/** A client without a browser that keeps its cookies, as one would be written from the OpenAPI document alone. */
export type GatewayClient = {
  call(name: string, input: object): Promise<GatewayAnswer>;
  /** The data of a call that must succeed. */
  data(name: string, input: object): Promise<Envelope['data']>;
  /** A quote; asked for again while there is no price, as its refusal says: a clock that is moved makes the prices of that moment old. */
  quote(inquiry: object): Promise<Envelope['data']>;
  /** Logs in by the code in the mailbox; gives the authToken. */
  logIn(desk: Desk, email: string): Promise<string>;
  /** What the server has set, for a browser that goes on as this client. */
  cookies(): readonly { readonly name: string; readonly value: string }[];
};

const PRICE_INTERVAL_MS = 300;

/** A new order of a hundred euros by bank transfer, of a buyer who has given their details. */
export async function orderByTransfer(
  client: GatewayClient,
  authToken: string,
  some: { readonly getCurrency?: string; readonly address?: string } = {},
): Promise<{ readonly orderNo: string; readonly reference: string }> {
  await client.data('addKyc', { ...newDetails(), authToken });
  const inquiry = { ...calls.offerInquiry.example.request, payMethod: 'bank_transfer', ...some };
  const { token } = await client.quote(inquiry);
  const submission = { ...calls.coinOrder.example.request, payMethod: 'bank_transfer', ...some, token, authToken };
  const orderNo = String((await client.data('coinOrder', submission))['orderNo']);
  const { transfer } = await client.data('orderDetail', { orderNo, authToken });
  return { orderNo, reference: (transfer as { readonly reference: string }).reference };
}

export function createGatewayClient(origin: string, headers: Readonly<Record<string, string>> = {}): GatewayClient {
  const cookies = new Map<string, string>();

  async function call(name: string, input: object): Promise<GatewayAnswer> {
    const answer = await fetch(`${origin}/gateway/buying/${name}`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      },
      body: JSON.stringify(input),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (pair.length > at + 1) cookies.set(pair.slice(0, at), pair.slice(at + 1));
      else cookies.delete(pair.slice(0, at));
    }
    return { httpStatus: answer.status, body: (await answer.json()) as Envelope };
  }

  async function data(name: string, input: object): Promise<Envelope['data']> {
    return dataOf(name, (await call(name, input)).body);
  }

  return {
    call,
    data,
    async quote(inquiry) {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const { body } = await call('offerInquiry', inquiry);
        if (body.data?.error !== 'price_unavailable' || Date.now() > deadline) return dataOf('offerInquiry', body);
        await new Promise((resolve) => setTimeout(resolve, PRICE_INTERVAL_MS));
      }
    },
    async logIn(desk, email) {
      await data('sendCode', { email });
      const { authToken } = await data('login', { email, code: await desk.loginCode(email) });
      return String(authToken);
    },
    cookies: () => [...cookies].map(([name, value]) => ({ name, value })),
  };
}

function dataOf(name: string, body: Envelope): Envelope['data'] {
  if (body.respCode !== '200') throw new Error(`${name} answered ${JSON.stringify(body)}`);
  return body.data;
}

import { calls } from '@slipway/contract/calls.ts';
import { patienceMs } from '../../tools/patience/patience.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { newDetails } from './buyerDetails.ts';

export type Envelope = {
  readonly respCode: string;
  readonly respMessage: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly error?: string };
};

export type GatewayAnswer = { readonly httpStatus: number; readonly body: Envelope };

/** An API client without a browser that stores cookies. It was written only from the OpenAPI document. */
export type GatewayClient = {
  call(name: string, input: object): Promise<GatewayAnswer>;
  /** Returns the data of a call; throws if the call fails. */
  data(name: string, input: object): Promise<Envelope['data']>;
  /** Returns a quote. Retries while no price is available, since a test that advances the clock makes the prices stale. */
  quote(inquiry: object): Promise<Envelope['data']>;
  /** Logs in with the code from the mailbox and returns the authToken. */
  logIn(desk: SandboxClient, email: string): Promise<string>;
  /** Returns the cookies that the server has set, so that a browser can continue as this client. */
  cookies(): readonly { readonly name: string; readonly value: string }[];
};

const PRICE_INTERVAL_MS = 300;

/** Submits new buyer details and places an order of 100 EUR by bank transfer. */
export async function placeTransferOrder(
  client: GatewayClient,
  authToken: string,
  options: { readonly getCurrency?: string; readonly address?: string } = {},
): Promise<{ readonly orderNo: string; readonly reference: string }> {
  await client.data('addKyc', { ...newDetails(), authToken });
  const inquiry = { ...calls.offerInquiry.example.request, payMethod: 'bank_transfer', ...options };
  const { token } = await client.quote(inquiry);
  const submission = { ...calls.coinOrder.example.request, payMethod: 'bank_transfer', ...options, token, authToken };
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
    return requireData(name, (await call(name, input)).body);
  }

  return {
    call,
    data,
    async quote(inquiry) {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const { body } = await call('offerInquiry', inquiry);
        if (body.data?.error !== 'price_unavailable' || Date.now() > deadline) return requireData('offerInquiry', body);
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

function requireData(name: string, body: Envelope): Envelope['data'] {
  if (body.respCode !== '200') throw new Error(`${name} answered ${JSON.stringify(body)}`);
  return body.data;
}

import { calls } from '@slipway/contract/calls.ts';
import type { Desk } from './desk.ts';

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
  /** Logs in by the code in the mailbox; gives the authToken. */
  logIn(desk: Desk, email: string): Promise<string>;
  /** What the server has set, for a browser that goes on as this client. */
  cookies(): readonly { readonly name: string; readonly value: string }[];
};

/** A new order of a hundred euros by bank transfer, of a buyer who has given their details. */
export async function orderByTransfer(
  client: GatewayClient,
  authToken: string,
  some: { readonly getCurrency?: string; readonly address?: string } = {},
): Promise<{ readonly orderNo: string; readonly reference: string }> {
  await client.data('addKyc', { ...calls.addKyc.example.request, authToken });
  const inquiry = { ...calls.offerInquiry.example.request, payMethod: 'bank_transfer', ...some };
  const { token } = await client.data('offerInquiry', inquiry);
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
    const { body } = await call(name, input);
    if (body.respCode !== '200') throw new Error(`${name} answered ${JSON.stringify(body)}`);
    return body.data;
  }

  return {
    call,
    data,
    async logIn(desk, email) {
      await data('sendCode', { email });
      const { authToken } = await data('login', { email, code: await desk.loginCode(email) });
      return String(authToken);
    },
    cookies: () => [...cookies].map(([name, value]) => ({ name, value })),
  };
}

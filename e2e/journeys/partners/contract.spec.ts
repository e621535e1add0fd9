import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '@slipway/contract/calls.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { newDetails, newEmail } from '../../buyers/buyerDetails.ts';
import { createGatewayClient, type GatewayClient } from '../../buyers/gatewayClient.ts';
import { expect, test } from '../../world.ts';

/** Values for the fields of the examples that exist on this server: a live quote, an order, an address. */
type Live = Readonly<Record<string, unknown>>;

/** Examples that need a purchase in a certain state, and the error without it. */
const REFUSED: Readonly<Partial<Record<CallName, string>>> = {
  cryptoOrder: 'provider_unavailable',
  // The example's order is the operator's own.
  providerPage: 'provider_unavailable',
  // The example's session does not exist.
  openSession: 'link_ended',
  answerRequote: 'no_new_price',
  orderReceipt: 'receipt_not_yet',
  delCreditCard: 'card_not_found',
  // The example's code was never sent.
  confirmLogin: 'code_expired',
  // The example's passkeys are not real.
  passkeyLogin: 'passkey_refused',
  addPasskey: 'passkey_refused',
  // The examples' orders are in progress.
  deleteAccount: 'orders_open',
  // The operator has not enabled recordings.
  addReplay: 'replay_off',
};

/** Calls that end the session or change data that other calls need; they run last. */
const LAST: readonly CallName[] = ['payOrder', 'cancelOrder', 'delCryptoAddress', 'login', 'sendCode', 'expAuth'];

type Document = {
  readonly paths: Readonly<
    Record<string, { readonly post?: { readonly responses: Readonly<Record<string, Response>> } }>
  >;
};

type Response = { readonly $ref?: string; readonly content?: { readonly 'application/json'?: object } };

const DOCUMENT_ID = 'https://slipway.example/openapi.json';

async function readDocument(origin: string): Promise<Document> {
  return (await (await fetch(`${origin}/openapi.json`)).json()) as Document;
}

/** Returns a function that finds the check for a call's answer with a status; the document must list that status. */
function openAnswerChecks(document: Document): (call: string, status: number) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: DOCUMENT_ID, ...document });
  return (call, status) => {
    const path = `/gateway/buying/${call}`;
    const response = document.paths[path]?.post?.responses[status];
    if (!response) throw new Error(`the document does not list ${call} with ${status}`);
    const place = response.$ref ?? `#/paths/${path.replaceAll('/', '~1')}/post/responses/${status}`;
    return ajv.compile({ $ref: `${DOCUMENT_ID}${place}/content/application~1json/schema` });
  };
}

async function prepare(client: GatewayClient, authToken: string): Promise<Live> {
  const details = { ...newDetails(), authToken };
  await client.data('addKyc', details);
  const inquiry = calls.offerInquiry.example.request;
  const saved = await client.data('addCryptoAddress', { ...calls.addCryptoAddress.example.request, authToken });
  const order = async () => {
    const { token } = await client.quote(inquiry);
    return (await client.data('coinOrder', { ...calls.coinOrder.example.request, token, authToken }))['orderNo'];
  };
  return { authToken, orderNo: await order(), spareOrderNo: await order(), addressId: saved['addressId'] };
}

test('the API answers every example as the OpenAPI document describes', async ({ origin, desk }) => {
  const client = createGatewayClient(origin);
  const email = newEmail();
  const authToken = await client.logIn(desk, email);
  const live = await prepare(client, authToken);
  const document = await readDocument(origin);
  const findCheck = openAnswerChecks(document);
  const names = (Object.keys(calls) as CallName[]).filter((name) => !LAST.includes(name));

  for (const name of [...names, ...LAST]) {
    await test.step(name, async () => {
      const { example, request } = calls[name];
      const fields = [...Object.keys(request.shape), 'authToken'];
      const { token } = await client.quote(calls.offerInquiry.example.request);
      const known = { ...live, token, submissionId: randomUUID() };
      const liveFields = Object.fromEntries(Object.entries(known).filter(([field]) => takesLiveValue(name, field)));
      // Cancel the spare order, since the other one is being paid.
      if (name === 'cancelOrder') liveFields['orderNo'] = live['spareOrderNo'];
      const input = { ...example.request, ...liveFields, ...(fields.includes('email') ? { email } : {}) };
      const { httpStatus, body } = await client.call(name, input);

      const valid = findCheck(name, httpStatus);
      expect(valid(body), `${name}: ${JSON.stringify(valid.errors)} ${JSON.stringify(body)}`).toBe(true);
      if (name === 'login' || name === 'sendCode') return;
      const answer = body.data?.error ?? body.respCode;
      expect(answer, `${name}: ${JSON.stringify(body)}`).toBe(REFUSED[name] ?? '200');
    });
  }
  expect(
    Object.keys(document.paths).filter((path) => path.startsWith('/gateway/buying/')).length,
  ).toBeGreaterThanOrEqual(Object.keys(calls).length);
});

/** Returns whether the call must get this field's value from {@link Live} instead of its example. */
function takesLiveValue(name: CallName, field: string): boolean {
  if (field === 'authToken') return calls[name].auth !== 'none';
  if (field === 'token') return field in calls[name].request.shape;
  return field in calls[name].example.request;
}

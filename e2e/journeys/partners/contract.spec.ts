import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '@slipway/contract/calls.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { newDetails, newEmail } from '../../buyers/buyerDetails.ts';
import { createGatewayClient, type GatewayClient } from '../../buyers/gatewayClient.ts';
import { expect, test } from '../../world.ts';

/** Values that exist on this server, by the field of the examples that they replace: orders, a saved address, a login. */
type LiveValues = Readonly<Record<string, unknown>>;

/** Examples that this server cannot fulfil, and its error. */
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

/** Returns a function that returns the validator of a call's answers with an HTTP status, which the document must list. */
function createAnswerValidators(document: Document): (call: string, status: number) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: DOCUMENT_ID, ...document });
  return (call, status) => {
    const path = `/gateway/buying/${call}`;
    const response = document.paths[path]?.post?.responses[status];
    if (!response) throw new Error(`the document does not list ${call} with ${status}`);
    const pointer = response.$ref ?? `#/paths/${path.replaceAll('/', '~1')}/post/responses/${status}`;
    return ajv.compile({ $ref: `${DOCUMENT_ID}${pointer}/content/application~1json/schema` });
  };
}

async function createLiveValues(client: GatewayClient, authToken: string): Promise<LiveValues> {
  await client.data('addKyc', { ...newDetails(), authToken });
  const inquiry = calls.offerInquiry.example.request;
  const saved = await client.data('addCryptoAddress', { ...calls.addCryptoAddress.example.request, authToken });
  const placeOrder = async () => {
    const { token } = await client.quote(inquiry);
    return (await client.data('coinOrder', { ...calls.coinOrder.example.request, token, authToken }))['orderNo'];
  };
  return { authToken, orderNo: await placeOrder(), spareOrderNo: await placeOrder(), addressId: saved['addressId'] };
}

test('the API answers every example as the OpenAPI document describes', async ({ origin, desk }) => {
  const client = createGatewayClient(origin);
  const email = newEmail();
  const authToken = await client.logIn(desk, email);
  const live = await createLiveValues(client, authToken);
  const document = await readDocument(origin);
  const findValidator = createAnswerValidators(document);
  const names = (Object.keys(calls) as CallName[]).filter((name) => !LAST.includes(name));

  for (const name of [...names, ...LAST]) {
    await test.step(name, async () => {
      const { example, request } = calls[name];
      const fields = [...Object.keys(request.shape), 'authToken'];
      const { token } = await client.quote(calls.offerInquiry.example.request);
      const values = { ...live, token, submissionId: randomUUID() };
      const liveFields = Object.fromEntries(Object.entries(values).filter(([field]) => takesLiveValue(name, field)));
      // Cancel the spare order, since the other one is being paid.
      if (name === 'cancelOrder') liveFields['orderNo'] = live['spareOrderNo'];
      const input = { ...example.request, ...liveFields, ...(fields.includes('email') ? { email } : {}) };
      const { httpStatus, body } = await client.call(name, input);

      const validate = findValidator(name, httpStatus);
      expect(validate(body), `${name}: ${JSON.stringify(validate.errors)} ${JSON.stringify(body)}`).toBe(true);
      // The answers of these depend on the codes that were sent before.
      if (name === 'login' || name === 'sendCode') return;
      const answer = body.data?.error ?? body.respCode;
      expect(answer, `${name}: ${JSON.stringify(body)}`).toBe(REFUSED[name] ?? '200');
    });
  }
  expect(
    Object.keys(document.paths).filter((path) => path.startsWith('/gateway/buying/')).length,
  ).toBeGreaterThanOrEqual(Object.keys(calls).length);
});

/** Returns whether the call must get this field's value from {@link LiveValues} instead of its example. */
function takesLiveValue(name: CallName, field: string): boolean {
  if (field === 'authToken') return calls[name].auth !== 'none';
  if (field === 'token') return field in calls[name].request.shape;
  return field in calls[name].example.request;
}

import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '@slipway/contract/calls.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { createGatewayClient, type GatewayClient } from '../gatewayClient.ts';
import { newDetails, newEmail } from '../person.ts';
import { expect, test } from '../world.ts';

/** What the examples name, on this server: a live quote, an order, a card, an address. */
type Live = Readonly<Record<string, unknown>>;

/** Examples that need a purchase in a certain state, and how the server refuses them without it. */
const REFUSED: Readonly<Partial<Record<CallName, string>>> = {
  cryptoOrder: 'provider_unavailable',
  // The example's order is our own.
  providerPage: 'provider_unavailable',
  // Nobody has made the example's session.
  openSession: 'link_over',
  answerRequote: 'nothing_to_agree',
  orderReceipt: 'receipt_not_yet',
  delCreditCard: 'card_not_found',
  // The example's code was sent to nobody.
  confirmLogin: 'code_expired',
  // The example's passkeys are no real ones.
  passkeyLogin: 'passkey_refused',
  addPasskey: 'passkey_refused',
  // Orders of the examples are under way.
  deleteAccount: 'orders_open',
  // The operator has not switched it on.
  addReplay: 'replay_off',
};

/** Ends the session or makes things that others need: after everything else. */
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

test('every example is answered as the document says', async ({ origin, desk }) => {
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
      const given = Object.fromEntries(Object.entries(known).filter(([field]) => isAsked(name, field)));
      // The other one is being paid.
      if (name === 'cancelOrder') given['orderNo'] = live['spareOrderNo'];
      const input = { ...example.request, ...given, ...(fields.includes('email') ? { email } : {}) };
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

/** Fields of the live world that an example's own would stand in the way of. */
function isAsked(name: CallName, field: string): boolean {
  if (field === 'authToken') return calls[name].auth !== 'none';
  if (field === 'token') return field in calls[name].request.shape;
  return field in calls[name].example.request;
}

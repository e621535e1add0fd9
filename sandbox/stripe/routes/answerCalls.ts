import type { FastifyReply, FastifyRequest } from 'fastify';
import { credentials } from '../../world/credentials.ts';
import type { AccountChange } from '../accountChange.ts';
import type { AccountState } from '../accountState.ts';
import { decodeForm, formList } from '../formParameters.ts';
import type { StoredAnswer } from '../idempotencyStore.ts';
import type { StripeAccount } from '../stripeAccount.ts';
import { createUnauthorizedError, StripeApiError } from '../stripeApiError.ts';
import { createStripeId } from '../stripeIds.ts';
import { findObject } from '../wire/findObject.ts';

type Fields = Record<string, unknown>;

/** Replaces ids by their objects along the paths of `expand[]`, e.g. `latest_charge.balance_transaction`. */
function expandObject(state: AccountState, object: object, paths: readonly string[]): object {
  const result: Fields = { ...structuredClone(object) };
  for (const path of paths) expandPath(state, result, path.split('.'));
  return result;
}

function expandPath(state: AccountState, object: Fields, path: readonly string[]): void {
  const [field, ...rest] = path;
  if (field === undefined) return;
  const value = object[field];
  if (typeof value === 'string') object[field] = findObject(state, value) ?? value;
  const inner = object[field];
  if (Array.isArray(inner)) {
    for (const item of inner) if (isObject(item)) expandPath(state, item, rest);
  } else if (isObject(inner)) {
    expandPath(state, inner, rest);
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parameters of a call without those that Stripe accepts on every call. */
export type Call = { readonly form: Record<string, unknown>; readonly params: Readonly<Record<string, string>> };

export type Answer = { readonly status: number; readonly body: string };

/** Checks the secret key, sent as bearer token or as basic user name (docs.stripe.com/api/authentication). */
export function checkSecretKey(request: FastifyRequest): void {
  const header = request.headers.authorization ?? '';
  const [scheme, value = ''] = header.split(' ');
  const key = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : value;
  if (key === credentials.stripe.secretKey) return;
  throw createUnauthorizedError(
    key
      ? `Invalid API Key provided: ${key.slice(0, 8)}********`
      : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
  );
}

/** Answers a read, after due work is done and everything returned is on disk. */
export async function answerRead(
  account: StripeAccount,
  request: FastifyRequest,
  reply: FastifyReply,
  read: (call: Call) => object,
): Promise<void> {
  await account.settled();
  const { call, expansions } = readCall(request);
  sendAnswer(
    reply,
    runCall(account, expansions, () => read(call)),
  );
}

/**
 * Answers a change. With an `Idempotency-Key` the first answer is stored and repeated, also after a restart; a different body
 * with the same key is refused (docs.stripe.com/api/idempotent_requests).
 */
export async function answerChange(
  account: StripeAccount,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (change: AccountChange, call: Call) => object,
): Promise<void> {
  const { call, expansions } = readCall(request);
  const key = request.headers['idempotency-key'];
  const identity = JSON.stringify([request.method, request.url.split('?')[0], call.form, expansions]);
  if (typeof key !== 'string') {
    const answer = await account.commit((change) => runCall(account, expansions, () => act(change, call)).answer);
    sendAnswer(reply, { answer, isStored: false });
    return;
  }
  const outcome = await account.commit((change) => {
    const earlier = account.answers.get(key);
    if (earlier) return { replayed: true, answer: replayAnswer(earlier, identity, key) };
    const performed = runCall(account, expansions, () => act(change, call));
    if (performed.isStored) {
      account.answers.add(key, { request: identity, ...performed.answer });
      change.state.idempotencyKeys[key] = true;
    }
    return { replayed: false, answer: performed.answer };
  });
  if (outcome.replayed) reply.header('idempotent-replayed', 'true');
  reply.header('idempotency-key', key);
  sendAnswer(reply, { answer: outcome.answer, isStored: false });
}

function replayAnswer(earlier: StoredAnswer, identity: string, key: string): Answer {
  if (earlier.request === identity) return { status: earlier.status, body: earlier.body };
  return createErrorAnswer(
    new StripeApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    }),
  );
}

function readCall(request: FastifyRequest): { call: Call; expansions: string[] } {
  const query = decodeForm(request.url.split('?')[1] ?? '');
  const body = request.body !== null && typeof request.body === 'object' ? request.body : {};
  const { expand: expansions, key: _key, ...form } = { ...query, ...body } as Record<string, unknown>;
  return {
    call: { form, params: request.params as Record<string, string> },
    expansions: expansions === undefined ? [] : (formList.safeParse(expansions).data ?? []),
  };
}

function runCall(
  account: StripeAccount,
  expansions: readonly string[],
  work: () => object,
): { readonly answer: Answer; readonly isStored: boolean } {
  try {
    const body = JSON.stringify(expandObject(account.state, work(), expansions));
    return { answer: { status: 200, body }, isStored: true };
  } catch (error) {
    if (error instanceof StripeApiError) return { answer: createErrorAnswer(error), isStored: error.began };
    throw error;
  }
}

export function createErrorAnswer(fault: StripeApiError): Answer {
  return { status: fault.status, body: JSON.stringify({ error: fault.body }) };
}

function sendAnswer(reply: FastifyReply, { answer }: { answer: Answer; isStored: boolean }): void {
  void reply
    .code(answer.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('request-id', createStripeId('req'))
    .send(answer.body);
}

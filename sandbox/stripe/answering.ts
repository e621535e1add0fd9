import type { FastifyReply, FastifyRequest } from 'fastify';
import { credentials } from '../world/credentials.ts';
import type { KeptAnswer } from './answerJournal.ts';
import type { Change } from './change.ts';
import { expand } from './expand.ts';
import { decodeForm, formList } from './form.ts';
import { newId } from './ids.ts';
import type { StripeAccount } from './stripeAccount.ts';
import { StripeFault, unauthorized } from './stripeFault.ts';

/** Parameters of a call without those that Stripe takes on every call. */
export type Call = { readonly form: Record<string, unknown>; readonly params: Readonly<Record<string, string>> };

export type Answer = { readonly status: number; readonly body: string };

/** Reads an authorized call: the secret key as bearer or as basic user name (docs.stripe.com/api/authentication). */
export function checkSecretKey(request: FastifyRequest): void {
  const header = request.headers.authorization ?? '';
  const [scheme, value = ''] = header.split(' ');
  const key = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : value;
  if (key === credentials.stripe.secretKey) return;
  throw unauthorized(
    key
      ? `Invalid API Key provided: ${key.slice(0, 8)}********`
      : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
  );
}

/** Answers a read: what is due has happened and everything shown is on disk. */
export async function answerRead(
  account: StripeAccount,
  request: FastifyRequest,
  reply: FastifyReply,
  read: (call: Call) => object,
): Promise<void> {
  await account.settled();
  const { call, expansions } = readCall(request);
  send(
    reply,
    perform(account, expansions, () => read(call)),
  );
}

/**
 * Answers a change. With an `Idempotency-Key` the first answer is kept and given again, also after a restart; another
 * body under the same key is refused (docs.stripe.com/api/idempotent_requests).
 */
export async function answerChange(
  account: StripeAccount,
  request: FastifyRequest,
  reply: FastifyReply,
  act: (change: Change, call: Call) => object,
): Promise<void> {
  const { call, expansions } = readCall(request);
  const key = request.headers['idempotency-key'];
  const identity = JSON.stringify([request.method, request.url.split('?')[0], call.form, expansions]);
  if (typeof key !== 'string') {
    const answer = await account.commit((change) => perform(account, expansions, () => act(change, call)).answer);
    send(reply, { answer, keep: false });
    return;
  }
  const outcome = await account.commit((change) => {
    const earlier = account.answers.get(key);
    if (earlier) return { replayed: true, answer: replay(earlier, identity, key) };
    const performed = perform(account, expansions, () => act(change, call));
    if (performed.keep) {
      account.answers.add(key, { request: identity, ...performed.answer });
      change.state.idempotencyKeys[key] = true;
    }
    return { replayed: false, answer: performed.answer };
  });
  if (outcome.replayed) reply.header('idempotent-replayed', 'true');
  reply.header('idempotency-key', key);
  send(reply, { answer: outcome.answer, keep: false });
}

function replay(earlier: KeptAnswer, identity: string, key: string): Answer {
  if (earlier.request === identity) return { status: earlier.status, body: earlier.body };
  return errorAnswer(
    new StripeFault(400, {
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

function perform(
  account: StripeAccount,
  expansions: readonly string[],
  work: () => object,
): { readonly answer: Answer; readonly keep: boolean } {
  try {
    const body = JSON.stringify(expand(account.state, work(), expansions));
    return { answer: { status: 200, body }, keep: true };
  } catch (error) {
    if (error instanceof StripeFault) return { answer: errorAnswer(error), keep: error.began };
    throw error;
  }
}

export function errorAnswer(fault: StripeFault): Answer {
  return { status: fault.status, body: JSON.stringify({ error: fault.body }) };
}

function send(reply: FastifyReply, { answer }: { answer: Answer; keep: boolean }): void {
  void reply
    .code(answer.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('request-id', newId('req'))
    .send(answer.body);
}

import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { parseRetryAfter } from '../../platform/webhook/parseRetryAfter.ts';
import type { WebhookAnswer, WebhookPoster } from '../../platform/webhook/postWebhook.ts';
import { getWebhookRetryDelay } from '../../platform/webhook/webhookRetry.ts';
import { buildPushPayload, buildPushRequest } from './buildPushRequest.ts';
import {
  cancelObsoletePushes,
  type DuePush,
  type PushOutcome,
  savePushOutcome,
  takeDuePushes,
} from './pushDeliveryStore.ts';
import type { PushIdentity } from './pushIdentity.ts';

export type PushContext = {
  readonly database: Database;
  readonly push: PushIdentity | undefined;
  /** Must apply the address rule for URLs that others supply: a browser supplies a subscription's endpoint. */
  readonly post: WebhookPoster;
  readonly log: Log;
};

/** Sends due pushes, each on its own and outside any transaction. Does nothing if push is not configured. */
export async function sendPushes(context: PushContext): Promise<void> {
  const { database, push } = context;
  if (!push) return;
  await cancelObsoletePushes(database);
  const due = await takeDuePushes(database);
  await Promise.all(due.map((each) => sendPush(context, push, each)));
}

async function sendPush({ database, post, log }: PushContext, identity: PushIdentity, push: DuePush): Promise<void> {
  const { message, tries } = push;
  const outcome = await postPush(identity, push, post);
  await savePushOutcome(database, push, outcome);
  const { kind, answer, againInSeconds } = outcome;
  if (kind !== 'taken') log.warn({ message, answer, tries, againInSeconds }, 'a push message was not accepted');
}

async function postPush(identity: PushIdentity, push: DuePush, post: WebhookPoster): Promise<PushOutcome> {
  const request = buildPushRequest(identity, push, buildPushPayload(push));
  if (!request) return { kind: 'gone', answer: 'the keys of the browser are invalid', againInSeconds: null };
  const answer = await post(request);
  const { status } = answer;
  const answerSummary = status === null ? answer.text : String(status);
  if (status !== null && status >= 200 && status < 300)
    return { kind: 'taken', answer: answerSummary, againInSeconds: null };
  if (status === 404 || status === 410) return { kind: 'gone', answer: answerSummary, againInSeconds: null };
  return { kind: 'fault', answer: answerSummary, againInSeconds: computePushRetryDelay(push.tries, answer) };
}

/** Returns the delay before the next try: that of webhooks, or longer if the push service asks for it. */
function computePushRetryDelay(tries: number, { retryAfter }: WebhookAnswer): number | null {
  const planned = getWebhookRetryDelay(tries);
  return planned === null ? null : Math.max(planned, parseRetryAfter(retryAfter, new Date()) ?? 0);
}

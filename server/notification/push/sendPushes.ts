import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { PostWebhook, WebhookAnswer } from '../../platform/webhook/postWebhook.ts';
import { secondsAsked } from '../../platform/webhook/secondsAsked.ts';
import { againAfter } from '../../platform/webhook/triesAgain.ts';
import {
  type DuePush,
  endNeedlessPushes,
  type PushOutcome,
  takeDuePushes,
  writePushOutcome,
} from './pushDeliveryStore.ts';
import type { PushIdentity } from './pushIdentity.ts';
import { pushPayload, pushRequest } from './pushRequest.ts';

export type PushContext = {
  readonly database: Database;
  readonly push: PushIdentity | undefined;
  /** By the rule for addresses that others name. */
  readonly post: PostWebhook;
  readonly log: Log;
};

/** Sends what is due, each push by itself and outside of any transaction. Nothing where push is not set up. */
export async function sendPushes(context: PushContext): Promise<void> {
  const { database, push } = context;
  if (!push) return;
  await endNeedlessPushes(database);
  const due = await takeDuePushes(database);
  await Promise.all(due.map((each) => send(context, push, each)));
}

async function send({ database, post, log }: PushContext, identity: PushIdentity, push: DuePush): Promise<void> {
  const { message, tries } = push;
  const outcome = await outcomeOf(identity, push, post);
  await writePushOutcome(database, push, outcome);
  const { kind, answer, againInSeconds } = outcome;
  if (kind !== 'taken') log.warn({ message, answer, tries, againInSeconds }, 'a push was not taken');
}

async function outcomeOf(identity: PushIdentity, push: DuePush, post: PostWebhook): Promise<PushOutcome> {
  const request = pushRequest(identity, push, pushPayload(push));
  if (!request) return { kind: 'gone', answer: 'the keys of the browser are none', againInSeconds: null };
  const answer = await post(request);
  const { status } = answer;
  const said = status === null ? answer.text : String(status);
  if (status !== null && status >= 200 && status < 300) return { kind: 'taken', answer: said, againInSeconds: null };
  if (status === 404 || status === 410) return { kind: 'gone', answer: said, againInSeconds: null };
  return { kind: 'fault', answer: said, againInSeconds: againSeconds(push.tries, answer) };
}

/** As for a webhook, or later where the push service asks for it. */
function againSeconds(tries: number, { retryAfter }: WebhookAnswer): number | null {
  const planned = againAfter(tries);
  return planned === null ? null : Math.max(planned, secondsAsked(retryAfter, new Date()) ?? 0);
}

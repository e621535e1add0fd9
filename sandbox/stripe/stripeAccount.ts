import { join } from 'node:path';
import { type Books, openBooks } from '../world/books.ts';
import { credentials } from '../world/credentials.ts';
import type { World } from '../world/standIn.ts';
import type { WebhookSender } from '../world/webhookSender.ts';
import type { AccountChange } from './accountChange.ts';
import { type AccountState, createEmptyAccount, type EventRecord } from './accountState.ts';
import { type IdempotencyStore, openIdempotencyStore } from './idempotencyStore.ts';
import { scheduledWorkHandlers } from './scheduledWork.ts';
import { buildSignatureHeader } from './signature.ts';
import { createStripeId } from './stripeIds.ts';
import { toStripeEvent } from './wire/events.ts';
import { requireObject } from './wire/findObject.ts';

/** Maximum number of stored events. Stripe stores the events of thirty days. */
const MAX_STORED_EVENTS = 200;

export type StripeAccount = {
  readonly state: AccountState;
  readonly answers: IdempotencyStore;
  now(): number;
  /** Applies a change after all due work, and resolves once it is on disk. */
  commit<Result>(work: (change: AccountChange) => Result): Promise<Result>;
  /** Resolves when due work is done and on disk; await it before reads. */
  settled(): Promise<void>;
};

export function openAccount(world: World, ownUrl: () => string, webhooks: WebhookSender): StripeAccount {
  const books: Books<AccountState> = openBooks(join(world.dataDir, 'stripe.json'), createEmptyAccount());
  const answers = openIdempotencyStore(join(world.dataDir, 'stripe-answers.jsonl'), (key) =>
    Object.hasOwn(books.state.idempotencyKeys, key),
  );
  const now = (): number => Math.floor(world.clock.now().getTime() / 1000);

  function createChange(state: AccountState, raised: EventRecord[]): AccountChange {
    const change: AccountChange = {
      state,
      now: now(),
      ownUrl: ownUrl(),
      find: (id) => requireObject(state, id),
      raise(type, subjectId) {
        raised.push({
          id: createStripeId('evt'),
          created: change.now,
          type,
          object: structuredClone(change.find(subjectId)),
        });
      },
      schedule(work) {
        state.due.push(work);
      },
    };
    return change;
  }

  async function commit<Result>(work: (change: AccountChange) => Result): Promise<Result> {
    const raised: EventRecord[] = [];
    const outcome = await books.commit((state) => {
      const change = createChange(state, raised);
      runScheduledWork(change);
      const attempt = captureResult(() => work(change));
      state.events = [...state.events, ...raised].slice(-MAX_STORED_EVENTS);
      return attempt;
    });
    for (const record of raised) webhooks.send(buildEventDelivery(record, world.productUrl, now));
    if ('failure' in outcome) throw outcome.failure;
    return outcome.result;
  }

  return {
    state: books.state,
    answers,
    now,
    commit,
    async settled() {
      if (books.state.due.some((work) => work.at <= now())) await commit(() => undefined);
      await books.settled();
    },
  };
}

/** Runs a change and captures its error: a refused request can leave changes, such as a failed charge, which are stored too. */
function captureResult<Result>(work: () => Result): { readonly result: Result } | { readonly failure: unknown } {
  try {
    return { result: work() };
  } catch (failure) {
    return { failure };
  }
}

function runScheduledWork(change: AccountChange): void {
  const due = change.state.due.filter((work) => work.at <= change.now).toSorted((a, b) => a.at - b.at);
  if (due.length === 0) return;
  change.state.due = change.state.due.filter((work) => work.at > change.now);
  for (const work of due) scheduledWorkHandlers[work.kind](change, work.subject);
}

/** Builds an event's webhook. It is signed with the time of sending, so that a delayed or repeated delivery is not too old. */
function buildEventDelivery(record: EventRecord, productUrl: string, now: () => number) {
  const body = JSON.stringify(toStripeEvent(record), null, 2);
  return {
    url: `${productUrl}/webhooks/stripe`,
    body,
    headers: () => ({
      'stripe-signature': buildSignatureHeader(body, credentials.stripe.webhookSecret, now()),
    }),
    subject: body,
  };
}

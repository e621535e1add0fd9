import { join } from 'node:path';
import { type Books, openBooks } from '../world/books.ts';
import { credentials } from '../world/credentials.ts';
import type { World } from '../world/standIn.ts';
import type { WebhookSender } from '../world/webhookSender.ts';
import { type AccountState, type EventRecord, emptyAccount } from './account.ts';
import { type AnswerJournal, openAnswerJournal } from './answerJournal.ts';
import type { Change } from './change.ts';
import { dueHandlers } from './dueWork.ts';
import { newId } from './ids.ts';
import { signatureOf } from './signature.ts';
import { event } from './wire/event.ts';
import { showObject } from './wire/findObject.ts';

/** The events list goes back this far; Stripe's goes back thirty days. */
const KEPT_EVENTS = 200;

export type StripeAccount = {
  readonly state: AccountState;
  readonly answers: AnswerJournal;
  now(): number;
  /** Applies a change after whatever the clock has made due, and resolves once it is on disk. */
  commit<Result>(work: (change: Change) => Result): Promise<Result>;
  /** Makes reads tell only what is on disk and due. */
  settled(): Promise<void>;
};

export function openAccount(world: World, ownUrl: () => string, webhooks: WebhookSender): StripeAccount {
  const books: Books<AccountState> = openBooks(join(world.dataDir, 'stripe.json'), emptyAccount());
  const answers = openAnswerJournal(join(world.dataDir, 'stripe-answers.jsonl'), (key) =>
    Object.hasOwn(books.state.idempotencyKeys, key),
  );
  const now = (): number => Math.floor(world.clock.now().getTime() / 1000);

  function createChange(state: AccountState, raised: EventRecord[]): Change {
    const change: Change = {
      state,
      now: now(),
      ownUrl: ownUrl(),
      find: (id) => showObject(state, id),
      raise(type, subjectId) {
        raised.push({ id: newId('evt'), created: change.now, type, object: structuredClone(change.find(subjectId)) });
      },
      schedule(work) {
        state.due.push(work);
      },
    };
    return change;
  }

  async function commit<Result>(work: (change: Change) => Result): Promise<Result> {
    const raised: EventRecord[] = [];
    const outcome = await books.commit((state) => {
      const change = createChange(state, raised);
      runDue(change);
      const attempt = attemptTo(() => work(change));
      state.events = [...state.events, ...raised].slice(-KEPT_EVENTS);
      return attempt;
    });
    for (const record of raised) webhooks.send(deliveryOf(record, world.productUrl, now));
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

/** A refused request can have left traces, a failed charge say; they count like any other change. */
function attemptTo<Result>(work: () => Result): { readonly result: Result } | { readonly failure: unknown } {
  try {
    return { result: work() };
  } catch (failure) {
    return { failure };
  }
}

function runDue(change: Change): void {
  const due = change.state.due.filter((work) => work.at <= change.now).toSorted((a, b) => a.at - b.at);
  if (due.length === 0) return;
  change.state.due = change.state.due.filter((work) => work.at > change.now);
  for (const work of due) dueHandlers[work.kind](change, work.subject);
}

/** Signed when it is sent, by the clock of that moment: one that is late or sent again is not old. */
function deliveryOf(record: EventRecord, productUrl: string, now: () => number) {
  const body = JSON.stringify(event(record), null, 2);
  return {
    url: `${productUrl}/webhooks/stripe`,
    body,
    headers: () => ({
      'stripe-signature': signatureOf(body, credentials.stripe.webhookSecret, now()),
    }),
    subject: body,
  };
}

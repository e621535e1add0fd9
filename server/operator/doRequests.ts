import { appendAudit } from '../platform/audit/auditStore.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { prepareGivingUp, writeGivingUp } from '../purchase/conversion/giveUp.ts';
import { applyEvent, findTransition } from '../purchase/order/applyEvent.ts';
import type { Write } from '../purchase/order/conclusion.ts';
import type { Assessment, EventOf, OrderEvent } from '../purchase/order/events.ts';
import type { Order } from '../purchase/order/order.ts';
import { findOrder, lockOrder, transactionTime } from '../purchase/order/orderStore.ts';
import { allocateTo } from '../purchase/payment/allocateReceipts.ts';
import { assessOrder } from '../purchase/payment/assessOrder.ts';
import { findEntry } from '../purchase/payment/bankEntryStore.ts';
import type { PaymentContext } from '../purchase/payment/paymentNews.ts';
import { redirectRefund } from '../purchase/refund/redirectRefund.ts';
import {
  approvedRequests,
  type OperatorRequest,
  type OrderAction,
  settleRequest,
  takeRequest,
} from './requestStore.ts';

export type OperatorContext = PaymentContext & { readonly log: Log };

const BY_OPERATOR = { reason: 'operator' };

/** What a person decides about an order; the key is the request's. */
type OperatorWord = DistributiveOmit<
  EventOf<'risk_flagged' | 'hold_refused' | 'hold_cleared' | 'conversion_given_up' | 'frozen' | 'unfrozen'>,
  'key'
>;
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** `later`: something outside does not answer right now; the request is tried again. */
type RequestOutcome = 'later' | { readonly status: 'done' | 'refused'; readonly result: string };

/** Does what operators have asked for and, where needed, a second person has agreed to. One that fails keeps no other back. */
export async function doRequests(context: OperatorContext): Promise<void> {
  for (const request of await approvedRequests(context.database)) {
    const { id, action } = request;
    try {
      const done = await doRequest(context, request);
      if (done !== 'later') context.log.info({ request: id, action, ...done }, "an operator's request");
    } catch (error) {
      context.log.error({ error, request: id, action }, "an operator's request failed");
    }
  }
}

async function doRequest(context: OperatorContext, request: OperatorRequest): Promise<RequestOutcome> {
  const order = await findOrder(context.database, request.subject);
  const done = order
    ? await actions[request.action as OrderAction](context, request, order)
    : refusedAs('there is no such order');
  if (done !== 'later' && done.status === 'refused') await settle(context, request, done);
  return done;
}

/** Where the coins of an order are bought, or are about to be. */
const CAN_BE_GIVEN_UP: ReadonlySet<Order['status']> = new Set(['paid', 'converting']);

const actions: Readonly<
  Record<OrderAction, (context: OperatorContext, request: OperatorRequest, order: Order) => Promise<RequestOutcome>>
> = {
  hold: (context, request) => decide(context, request, { kind: 'risk_flagged', facts: BY_OPERATOR }),
  refuse: (context, request) => decide(context, request, { kind: 'hold_refused', facts: {} }),
  freeze: (context, request) => decide(context, request, { kind: 'frozen', facts: BY_OPERATOR }),
  unfreeze: (context, request) => decide(context, request, { kind: 'unfrozen', facts: {} }),

  async refund(context, request, order) {
    if (order.status !== 'on_hold') {
      const word = { kind: 'risk_flagged', facts: BY_OPERATOR } as const;
      const flagged = await decide(context, request, word, { settles: false });
      if (flagged === 'later' || flagged.status === 'refused') return flagged;
    }
    return decide(context, request, { kind: 'hold_refused', facts: {} });
  },

  async give_up(context, request, order) {
    if (!CAN_BE_GIVEN_UP.has(order.status)) return refusedAs(`nothing is bought for an order that is ${order.status}`);
    const givenUp = await prepareGivingUp(context, order.id, { sellsBack: request.input.sellBack === 'yes' });
    if (givenUp === 'later') return 'later';
    if (givenUp === 'unsalable')
      return refusedAs('the venue does not sell what was bought of it: give it up without --sell-back');
    const write = (transaction: Transaction) => writeGivingUp(context, transaction, givenUp);
    return decide(context, request, { kind: 'conversion_given_up', facts: {} }, { write });
  },

  async clear(context, request, order) {
    if (order.status !== 'on_hold') return refusedAs(`it is not held: ${order.status}`);
    if (context.screening.isDenied(order.address)) return refusedAs('its address is on a list: it cannot be cleared');
    const assessment = await assessOrder(context, order);
    if (!assessment) return 'later';
    // The person has looked at the risk; identity and price are judged as ever.
    const cleared: Assessment = { ...(await withoutRisk(context, order, assessment)), risk: 'clear' };
    return decide(context, request, { kind: 'hold_cleared', facts: { assessment: cleared } });
  },

  async match(context, request, order) {
    const entry = await findEntry(context.database, request.input.entry ?? '');
    if (entry?.status !== 'unallocated' || entry.direction !== 'credit')
      return refusedAs('there is no such money that waits');
    if (entry.amount.asset.code !== order.payCurrency) return refusedAs(`it came in ${entry.amount.asset.code}`);
    if ((await allocateTo(context, entry, order, 'unallocated')) === 'later') return 'later';
    return settle(context, request, { status: 'done', result: 'the money is the order’s' }, order.status);
  },

  async 'pay-to'({ database }, request, order) {
    const { refund = '', name = '', account = '' } = request.input;
    return database.transaction(async (transaction) => {
      if (!(await takeRequest(transaction, request.id))) return 'later';
      const redirected = await redirectRefund(transaction, refund, { name, account });
      if (redirected.kind === 'refused') return refusedAs(redirected.why);
      const done = { status: 'done' as const, result: `refund ${redirected.refundId} goes to ${name}, ${account}` };
      await record(transaction, request, done, order.status);
      return done;
    });
  },
};

/** A broken rule hid the price from the guards: it is looked at now. */
async function withoutRisk(context: OperatorContext, order: Order, assessment: Assessment): Promise<Assessment> {
  if (assessment.risk === 'clear' || assessment.identity === 'needed') return assessment;
  return (await assessOrder({ ...context, riskRules: () => [] }, { ...order, holdRequested: false })) ?? assessment;
}

/** `settles`: the request has been done with it. `write`: rows that go with it; `stale` when it is to be tried again. */
type Deciding = { readonly settles?: boolean; readonly write?: Write };

/** Takes a person's word to the order, where its state has a row for it. */
async function decide(
  context: OperatorContext,
  request: OperatorRequest,
  word: OperatorWord,
  { settles = true, write }: Deciding = {},
): Promise<RequestOutcome> {
  return context.database.transaction(async (transaction) => {
    const taken = await takeRequest(transaction, request.id);
    const order = taken && (await findOrder(transaction, request.subject));
    if (!order) return 'later';
    const { order: locked } = await lockOrder(transaction, order.id);
    const event: OrderEvent = { ...word, key: `operator:${request.id}:${word.kind}` };
    const now = await transactionTime(transaction);
    if (!findTransition(locked.status, event, { order: locked, now }))
      return refusedAs(
        locked.frozen
          ? 'it is frozen: unfreeze it first'
          : `an order that is ${locked.status} cannot be given a ${request.action}`,
      );
    if ((await write?.(transaction)) === 'stale') return 'later';
    const { order: after } = await applyEvent(context.machine, transaction, order.id, event);
    const done = { status: 'done' as const, result: after.status };
    if (settles) await record(transaction, request, done, locked.status);
    return done;
  });
}

async function settle(
  { database }: OperatorContext,
  request: OperatorRequest,
  done: Exclude<RequestOutcome, 'later'>,
  before: string | null = null,
): Promise<RequestOutcome> {
  return database.transaction(async (transaction) => {
    if (!(await takeRequest(transaction, request.id))) return 'later';
    await record(transaction, request, done, before);
    return done;
  });
}

async function record(
  transaction: Transaction,
  request: OperatorRequest,
  done: Exclude<RequestOutcome, 'later'>,
  before: string | null,
): Promise<void> {
  await settleRequest(transaction, request.id, done);
  await appendAudit(transaction, {
    who: request.who,
    approvedBy: request.approvedBy,
    why: request.why,
    action: request.action,
    subject: `order ${request.subject}`,
    before: { status: before },
    after: { ...done, ...request.input },
  });
}

function refusedAs(result: string): RequestOutcome {
  return { status: 'refused', result };
}

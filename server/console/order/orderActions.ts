import { sendEvidence } from '../../purchase/actions/disputes/sendEvidence.ts';
import { bumpPayoutFee } from '../../purchase/actions/orders/bumpPayoutFee.ts';
import { cancelOrderPayout } from '../../purchase/actions/orders/cancelOrderPayout.ts';
import { freezeOrder } from '../../purchase/actions/orders/freezeOrder.ts';
import type { Transition } from '../../purchase/order/machine/transitions.ts';
import { isPaid, type Order } from '../../purchase/order/order.ts';
import type { Assessment } from '../../purchase/order/orderEventKinds.ts';
import { listMoneyActions, type MoneyActionFacts } from './moneyActions.ts';
import {
  buildButtonAction,
  buildTransitionAction,
  findOrderTransition,
  HYPOTHETICAL_KEY,
  type OrderAction,
} from './orderAction.ts';
import { describeTransition, formatOrderAmounts, type OrderAmountTexts } from './transitionTexts.ts';

/** The data, in addition to the order, that decides which actions are available. */
export type OrderActionFacts = MoneyActionFacts & {
  readonly now: Date;
  /** The coin's symbol. */
  readonly symbol: string;
  /** The orders that the payout's transaction pays, including this one; empty without a payout. */
  readonly paidWith: readonly string[];
  /** Why the hold cannot be released, even if the state machine allows it; the worker checks the same. */
  readonly clearingProblem?: string | undefined;
  /** Why the money cannot be returned, even if the state machine allows it; the worker checks the same. */
  readonly returningProblem?: string | undefined;
  /** A dispute that the bank has not decided. `why`: the reason why it cannot be answered now; null if it can. */
  readonly dispute: {
    readonly id: string;
    readonly amount: string;
    readonly until: Date | null;
    readonly why: string | null;
  } | null;
};

/** Returns the actions on an order. An action that the state machine does not allow is left out, or has a reason. */
export function listOrderActions(order: Order, facts: OrderActionFacts): readonly OrderAction[] {
  const amounts = formatOrderAmounts(order, facts.symbol);
  const actions = [
    ...(order.status === 'on_hold'
      ? [buildClearAction(order, facts, amounts), buildRefuseAction(order, facts, amounts)]
      : []),
    buildRefundAction(order, facts, amounts),
    buildGiveUpAction(order, facts, amounts),
    ...buildPayoutActions(order, facts),
    ...listMoneyActions(order, facts, amounts),
    buildEvidenceAction(facts),
    buildHoldAction(order, facts, amounts),
    buildFreezeAction(order, facts, amounts),
  ];
  return actions.filter((action) => action !== undefined);
}

/** Possible outcomes of a release: identity and price are checked again when it is executed. */
const RELEASE_OUTCOMES: readonly { readonly when: string; readonly assessment: Assessment }[] = [
  { when: '', assessment: { risk: 'clear', identity: 'accepted' } },
  { when: ' If a document is required: ', assessment: { risk: 'clear', identity: 'needed' } },
  { when: ' If price drifted: ', assessment: { risk: 'clear', identity: 'accepted', driftedUnits: 0n } },
];

function buildClearAction(
  order: Order,
  { now, clearingProblem }: OrderActionFacts,
  amounts: OrderAmountTexts,
): OrderAction {
  const rows = RELEASE_OUTCOMES.map(({ when, assessment }) => ({
    when,
    row: findOrderTransition(order, now, { kind: 'hold_cleared', key: HYPOTHETICAL_KEY, facts: { assessment } }),
  }));
  const [best] = rows;
  const action = buildTransitionAction(best?.row, order, amounts, {
    action: 'clear',
    title: formatClearTitle(best?.row, order, amounts),
  });
  const others = rows.filter(({ when, row }) => when !== '' && row && row !== best?.row);
  return {
    ...action,
    why: action.why ?? clearingProblem ?? null,
    effect:
      action.effect +
      others.map(({ when, row }) => (row ? when + describeTransition(row, order, amounts) : '')).join(''),
  };
}

function formatClearTitle(row: Transition | undefined, order: Order, amounts: OrderAmountTexts): string {
  const to = row?.to === 'held_from' ? order.heldFrom : row?.to;
  if (to === 'capturing') return `Capture ${amounts.payAmount} and continue`;
  if (to === 'paid') return `Buy ${amounts.receiveAmount} and continue`;
  if (to === 'converted' || to === 'delivering') return `Send ${amounts.receiveAmount}`;
  if (to === 'refunding') return `Continue refunding ${amounts.owed}`;
  return 'Release order';
}

/** Makes an action that returns the buyer's money unavailable if there is an obstacle; an earlier reason is kept. */
function addReturnObstacle(action: OrderAction, { returningProblem }: OrderActionFacts): OrderAction {
  return { ...action, why: action.why ?? returningProblem ?? null };
}

function buildRefuseAction(order: Order, facts: OrderActionFacts, amounts: OrderAmountTexts): OrderAction {
  const { now } = facts;
  const row = findOrderTransition(order, now, { kind: 'hold_refused', key: HYPOTHETICAL_KEY, facts: {} });
  const action = buildTransitionAction(row, order, amounts, {
    action: 'refuse',
    title: formatRefuseTitle(row, order, amounts),
  });
  return addReturnObstacle(action, facts);
}

function formatRefuseTitle(row: Transition | undefined, order: Order, amounts: OrderAmountTexts): string {
  if (row?.to === 'refunded' || row?.to === 'cancelled') return 'Close order (nothing owed)';
  return isPaid(order) ? `Refund ${amounts.owed}` : `Void authorization (${amounts.payAmount})`;
}

/** Returns the action that holds the order and then refuses it; undefined if the state machine does not allow the hold. */
function buildRefundAction(order: Order, facts: OrderActionFacts, amounts: OrderAmountTexts): OrderAction | undefined {
  const { now } = facts;
  if (order.status === 'on_hold') return undefined;
  const held = findOrderTransition(order, now, {
    kind: 'risk_flagged',
    key: HYPOTHETICAL_KEY,
    facts: { reason: 'operator' },
  });
  if (held?.to !== 'on_hold') return undefined;
  const after: Order = { ...order, status: 'on_hold', heldFrom: held.heldAt ?? order.status };
  const row = findOrderTransition(after, now, { kind: 'hold_refused', key: HYPOTHETICAL_KEY, facts: {} });
  const action = buildTransitionAction(row, after, amounts, {
    action: 'refund',
    title: formatRefuseTitle(row, after, amounts),
  });
  return addReturnObstacle(action, facts);
}

function buildGiveUpAction(order: Order, facts: OrderActionFacts, amounts: OrderAmountTexts): OrderAction | undefined {
  const { now } = facts;
  if (order.status !== 'paid' && order.status !== 'converting') return undefined;
  const row = findOrderTransition(order, now, { kind: 'conversion_given_up', key: HYPOTHETICAL_KEY, facts: {} });
  const action = addReturnObstacle(
    buildTransitionAction(row, order, amounts, {
      action: 'give-up',
      title: `Cancel purchase and refund ${amounts.owed}`,
      isStop: true,
    }),
    facts,
  );
  return row
    ? { ...action, effect: `Coins that were already bought stay in your account at the exchange. ${action.effect}` }
    : action;
}

function buildHoldAction(order: Order, { now }: OrderActionFacts, amounts: OrderAmountTexts): OrderAction | undefined {
  if (order.status === 'on_hold' || order.holdRequested) return undefined;
  const row = findOrderTransition(order, now, {
    kind: 'risk_flagged',
    key: HYPOTHETICAL_KEY,
    facts: { reason: 'operator' },
  });
  if (!row) return undefined;
  const action = buildTransitionAction(row, order, amounts, { action: 'hold', title: 'Hold order' });
  return row.to === 'same' ? { ...action, effect: 'The current step completes, then the order stops.' } : action;
}

function buildFreezeAction(
  order: Order,
  { now }: OrderActionFacts,
  amounts: OrderAmountTexts,
): OrderAction | undefined {
  const kind = order.frozen ? 'unfrozen' : 'frozen';
  const facts = { reason: 'operator' };
  const row = findOrderTransition(
    order,
    now,
    kind === 'frozen' ? { kind, key: HYPOTHETICAL_KEY, facts } : { kind, key: HYPOTHETICAL_KEY, facts: {} },
  );
  if (!row) return undefined;
  if (kind === 'unfrozen')
    return {
      ...buildTransitionAction(row, order, amounts, { action: 'unfreeze', title: 'Unfreeze order' }),
      effect: 'The order can be decided again. Its status does not change.',
    };
  return buildButtonAction(freezeOrder, freezeOrder.button(), { isStop: true });
}

/** Returns the actions on a payout that is signed but not final. */
function buildPayoutActions(
  { payoutSigned, payoutFinal, status }: Order,
  { paidWith }: OrderActionFacts,
): readonly OrderAction[] {
  if (!payoutSigned || payoutFinal || status === 'delivered') return [];
  return [
    buildButtonAction(bumpPayoutFee, bumpPayoutFee.button()),
    buildButtonAction(cancelOrderPayout, cancelOrderPayout.button({ paidWith, isHeld: status === 'on_hold' }), {
      // The number of orders is signed, and compared at execution.
      given: { orders: String(Math.max(1, paidWith.length)) },
      isStop: true,
    }),
  ];
}

/**
 * Builds the action that sends evidence on a dispute to the acquirer. Its review page shows the records and accepts
 * text and files.
 */
function buildEvidenceAction({ dispute }: OrderActionFacts): OrderAction | undefined {
  if (!dispute) return undefined;
  const { id, why } = dispute;
  return buildButtonAction(sendEvidence, sendEvidence.button(dispute), { why, subject: id, review: `dispute-${id}` });
}

import type { ActionButton } from '../../action/action.ts';
import type { ActionName } from '../../operator/actions.ts';
import type { OperatorAction } from '../../operator/operatorAction.ts';
import { findTransition } from '../../purchase/order/machine/applyEvent.ts';
import type { Transition } from '../../purchase/order/machine/transitions.ts';
import type { Order } from '../../purchase/order/order.ts';
import type { OrderEvent } from '../../purchase/order/orderEventKinds.ts';
import { describeTransition, formatStatus, type OrderAmountTexts } from './transitionTexts.ts';

/** Input that an action needs in addition to the reason: typed, or chosen from a list. */
export type ActionField = 'name' | 'account' | 'entry' | 'for' | 'reason';

export type FieldOption = { readonly value: string; readonly label: string };

/** An action on an order, before rights are checked. `why`: why it is unavailable now; null if it is available. */
export type OrderAction = {
  readonly action: ActionName;
  readonly title: string;
  readonly effect: string;
  readonly why: string | null;
  readonly inputs: readonly ActionField[];
  /** Options of a field; typed fields have none. */
  readonly choices: { readonly [Field in ActionField]?: readonly FieldOption[] };
  /** Further values that the statement contains. */
  readonly given: Readonly<Record<string, string>>;
  /** The subject if it is not the order. */
  readonly subject: string | null;
  /** The review page from which the action is requested; null if it is requested from the order page. */
  readonly review: string | null;
  /** True if the button is shown as a dangerous one. */
  readonly isStop: boolean;
};

type OrderActionInput = Pick<OrderAction, 'action' | 'title' | 'effect'> & Partial<OrderAction>;

/** Returns an action that is available unless `why` is set. */
export function buildOrderAction(input: OrderActionInput): OrderAction {
  return { why: null, inputs: [], choices: {}, given: {}, subject: null, review: null, isStop: false, ...input };
}

/** Returns an action with the texts of its button. */
export function buildButtonAction(
  { name }: OperatorAction<ActionName>,
  { label, effect }: ActionButton,
  fields: Omit<Partial<OrderAction>, 'action' | 'title' | 'effect'> = {},
): OrderAction {
  return buildOrderAction({ action: name, title: label, effect, ...fields });
}

/**
 * Returns an action with the effect of the state machine's transition; without a transition, it is unavailable with the
 * reason.
 */
export function buildTransitionAction(
  row: Transition | undefined,
  order: Order,
  amounts: OrderAmountTexts,
  fields: Omit<OrderActionInput, 'effect' | 'why'>,
): OrderAction {
  return buildOrderAction({
    ...fields,
    effect: row ? describeTransition(row, order, amounts) : '',
    why: row ? null : explainNoTransition(order),
  });
}

/** Key for hypothetical events; the real key identifies a fact once the event occurs. */
export const HYPOTHETICAL_KEY = '';

export function findOrderTransition(order: Order, now: Date, event: OrderEvent): Transition | undefined {
  return findTransition(order.status, event, { order, now });
}

export function explainNoTransition(order: Order): string {
  if (order.frozen) return 'The order is frozen: no money moves until two people unfreeze it.';
  if (order.payoutSigned) return 'A payout is already signed and may reach the chain at any time.';
  return `Not possible while the order is ${formatStatus(order.status)}, given where its money is now.`;
}

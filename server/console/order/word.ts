import type { OrderAction } from '../../operator/requestActions.ts';
import { findTransition } from '../../purchase/order/applyEvent.ts';
import type { OrderEvent } from '../../purchase/order/events.ts';
import type { Order } from '../../purchase/order/order.ts';
import type { Transition } from '../../purchase/order/transitions.ts';
import { effectOf, nameOf, type Said } from './effectWords.ts';

/** What a word needs besides the reason: typed, or chosen of what there is. */
export type AskedField = 'name' | 'account' | 'entry' | 'for' | 'reason';

export type Option = { readonly value: string; readonly label: string };

/** A word about an order, before it is asked who says it. `why`: the machine does not take it now. */
export type Word = {
  /** What is about one of its refunds or disputes is asked for by another word than orders have. */
  readonly action: OrderAction | 'transfer-refused' | 'send-evidence';
  readonly title: string;
  readonly effect: string;
  readonly why: string | null;
  readonly asks: readonly AskedField[];
  /** Of what a field is chosen; what is typed has none. */
  readonly choices: { readonly [Field in AskedField]?: readonly Option[] };
  /** What is signed with it besides. */
  readonly given: Readonly<Record<string, string>>;
  /** What it is asked about, where that is not the order itself. */
  readonly subject: string | null;
  /** The review where it is done, and nowhere here. */
  readonly review: string | null;
  readonly isStop: boolean;
};

type Saying = Pick<Word, 'action' | 'title' | 'effect'> & Partial<Word>;

/** A word that stands open unless it says why not. */
export function wordOf(said: Saying): Word {
  return { why: null, asks: [], choices: {}, given: {}, subject: null, review: null, isStop: false, ...said };
}

/** As the table says: with the row's effects, or closed with the reason. */
export function byRow(
  row: Transition | undefined,
  order: Order,
  said: Said,
  word: Omit<Saying, 'effect' | 'why'>,
): Word {
  return wordOf({ ...word, effect: row ? effectOf(row, order, said) : '', why: row ? null : whyNot(order) });
}

/** The key says which fact it is, once it is told: here it is only asked about. */
export const NO_KEY = '';

export function rowOf(order: Order, now: Date, event: OrderEvent): Transition | undefined {
  return findTransition(order.status, event, { order, now });
}

export function whyNot(order: Order): string {
  if (order.frozen) return 'It is frozen: nothing moves until two persons unfreeze it.';
  if (order.payoutSigned) return 'A payout of it is signed: its bytes may reach the chain at any time.';
  return `The machine has no such way for an order that is ${nameOf(order.status)}, as its money stands now.`;
}

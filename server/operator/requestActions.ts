/** Asked of an order: a worker does it. */
export type OrderAction =
  | 'hold'
  | 'clear'
  | 'refuse'
  | 'refund'
  | 'give_up'
  | 'match'
  | 'pay-to'
  | 'freeze'
  | 'unfreeze'
  | 'recover'
  | 'refund-by-bank'
  | 'vouch'
  | 'cancel-payout'
  | 'raise-fee';
/** Asked about money that belongs to no order: a worker does it too. */
export type MoneyAction = 'return' | 'redirect' | 'transfer-refused';
/** Asked about a buyer: a worker does it, since it stops their orders and writes to them. */
export type BuyerAction = 'ask-document' | 'set-level' | 'block' | 'unblock' | 'erase';
export type OperatorAction = OrderAction | MoneyAction | BuyerAction;
/** Asked of the configuration. */
export type ConfigurationAction = 'set' | 'remove';
/** Asked about a partner. */
export type PartnerAction =
  | 'partner-key'
  | 'rotate-secret'
  | 'rotate-link-key'
  | 'replay-events'
  | 'test-events'
  | 'switch-on';
/** Asked of what a role of its own alone may write: the clerk does it (CLERK_DATABASE_URL). */
export type ClerkAction =
  | ConfigurationAction
  | PartnerAction
  | 'accept-difference'
  | 'accept-list'
  | 'book'
  | 'book-difference'
  | 'duty'
  | 'end-sessions'
  | 'hand'
  | 'import'
  | 'pay-shares'
  | 'reach'
  | 'reverse-booking'
  | 'review'
  | 'seen'
  | 'settle'
  | 'start-signing'
  | 'stop-signing'
  | 'swap'
  | 'wait-until';
/** Asked of the operator's own money: a worker does it. */
export type TreasuryAction = 'withdraw' | 'allow-address' | 'top-up';
/** Asked of a dispute at the acquirer: a worker does it, beside its other requests. */
export type DisputeAction = 'send-evidence';
export type RequestAction = OperatorAction | ClerkAction | TreasuryAction | DisputeAction;

export const CLERK_ACTIONS: Readonly<Record<ClerkAction, true>> = {
  set: true,
  remove: true,
  'accept-difference': true,
  'accept-list': true,
  book: true,
  'book-difference': true,
  duty: true,
  'end-sessions': true,
  hand: true,
  import: true,
  'partner-key': true,
  'pay-shares': true,
  reach: true,
  'replay-events': true,
  'reverse-booking': true,
  review: true,
  'rotate-link-key': true,
  'rotate-secret': true,
  seen: true,
  settle: true,
  'start-signing': true,
  'stop-signing': true,
  swap: true,
  'switch-on': true,
  'test-events': true,
  'wait-until': true,
};
/** Each makes a secret, sealed for the person who asked: `collect` opens it. */
export const SECRET_ACTIONS: readonly string[] = [
  'partner-key',
  'rotate-secret',
  'rotate-link-key',
] satisfies readonly PartnerAction[];
export const DISPUTE_ACTIONS: readonly string[] = ['send-evidence'] satisfies readonly DisputeAction[];
export const TREASURY_ACTIONS: readonly string[] = [
  'withdraw',
  'allow-address',
  'top-up',
] satisfies readonly TreasuryAction[];

const MONEY_ACTIONS: readonly string[] = ['return', 'redirect', 'transfer-refused'] satisfies readonly MoneyAction[];
const ORDER_ACTIONS: Readonly<Record<OrderAction, true>> = {
  hold: true,
  clear: true,
  refuse: true,
  refund: true,
  give_up: true,
  match: true,
  'pay-to': true,
  freeze: true,
  unfreeze: true,
  recover: true,
  'refund-by-bank': true,
  vouch: true,
  'cancel-payout': true,
  'raise-fee': true,
};

/** In the order in which they are offered. */
export const BUYER_ACTIONS = [
  'ask-document',
  'set-level',
  'block',
  'unblock',
  'erase',
] as const satisfies readonly BuyerAction[];

export function isBuyerAction(word: string): word is BuyerAction {
  return (BUYER_ACTIONS as readonly string[]).includes(word);
}

export function isOrderAction(word: string): word is OrderAction {
  return Object.hasOwn(ORDER_ACTIONS, word);
}

/** Whether a worker knows what to do for it. */
export function isRequestAction(word: string): word is RequestAction {
  return (
    isOrderAction(word) ||
    isBuyerAction(word) ||
    Object.hasOwn(CLERK_ACTIONS, word) ||
    TREASURY_ACTIONS.includes(word) ||
    DISPUTE_ACTIONS.includes(word) ||
    MONEY_ACTIONS.includes(word)
  );
}

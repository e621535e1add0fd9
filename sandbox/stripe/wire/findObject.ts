import type Stripe from 'stripe';
import type { AccountState, FileRecord, RefundRecord } from '../accountState.ts';
import { toStripeBalanceTransaction, toStripePayout } from './balance.ts';
import { toStripeDispute, toStripeFraudWarning } from './disputes.ts';
import { toStripeConfirmationToken, toStripeCustomer, toStripePaymentMethod } from './methods.ts';
import { toStripeCharge, toStripePaymentIntent } from './payments.ts';

const REFUND_DEFAULTS: Omit<Stripe.Refund, keyof RefundRecord> = {
  object: 'refund',
  customer: null,
  customer_account: null,
  destination_details: { card: { type: 'refund' }, type: 'card' },
  payment_method: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
};

/** Any object with an id, in the API's format. */
export type StripeObject =
  | Stripe.BalanceTransaction
  | Stripe.Charge
  | Stripe.ConfirmationToken
  | Stripe.Customer
  | Stripe.Dispute
  | Stripe.File
  | Stripe.PaymentIntent
  | Stripe.PaymentMethod
  | Stripe.Payout
  | Stripe.Radar.EarlyFraudWarning
  | Stripe.Refund;

type ObjectFinder = (state: AccountState, id: string) => StripeObject | undefined;

function createFinder<Stored>(
  selectStored: (state: AccountState) => Readonly<Record<string, Stored>>,
  format: (stored: Stored, state: AccountState) => StripeObject,
): ObjectFinder {
  return (state, id) => {
    const map = selectStored(state);
    const stored = Object.hasOwn(map, id) ? map[id] : undefined;
    return stored === undefined ? undefined : format(stored, state);
  };
}

/** Finders by the prefix of the object's id. */
const FINDERS: Readonly<Record<string, ObjectFinder>> = {
  cus: createFinder(({ customers }) => customers, toStripeCustomer),
  pm: createFinder(({ paymentMethods }) => paymentMethods, toStripePaymentMethod),
  ctoken: createFinder(({ confirmationTokens }) => confirmationTokens, toStripeConfirmationToken),
  pi: createFinder(({ paymentIntents }) => paymentIntents, toStripePaymentIntent),
  ch: createFinder(({ charges }) => charges, toStripeCharge),
  re: createFinder(({ refunds }) => refunds, toStripeRefund),
  file: createFinder(({ files }) => files, toStripeFile),
  du: createFinder(({ disputes }) => disputes, toStripeDispute),
  issfr: createFinder(({ earlyFraudWarnings }) => earlyFraudWarnings, toStripeFraudWarning),
  txn: createFinder(({ balanceTransactions }) => balanceTransactions, toStripeBalanceTransaction),
  po: createFinder(({ payouts }) => payouts, toStripePayout),
};

/** Returns the account's object with this id in the API's format; undefined if there is none. */
export function findObject(state: AccountState, id: string): StripeObject | undefined {
  const kind = id.slice(0, id.indexOf('_'));
  return Object.hasOwn(FINDERS, kind) ? FINDERS[kind]?.(state, id) : undefined;
}

/** Returns the account's object with this id in the API's format; throws if there is none. */
export function requireObject(state: AccountState, id: string): StripeObject {
  const object = findObject(state, id);
  if (!object) throw new Error(`the account has no ${id}`);
  return object;
}

/** Formats a file (docs.stripe.com/api/files/object). */
function toStripeFile({ pages: _pages, sha256: _sha256, ...shown }: FileRecord): Stripe.File {
  return {
    object: 'file',
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${shown.id}` },
    title: null,
    url: `https://files.stripe.com/v1/files/${shown.id}/contents`,
    ...shown,
  };
}

function toStripeRefund(record: RefundRecord): Stripe.Refund {
  const { failure_reason, failure_balance_transaction, ...shown } = record;
  return {
    ...REFUND_DEFAULTS,
    ...(failure_reason === null ? {} : { failure_reason }),
    ...(failure_balance_transaction === null ? {} : { failure_balance_transaction }),
    ...shown,
  };
}

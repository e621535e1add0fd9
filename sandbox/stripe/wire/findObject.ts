import type Stripe from 'stripe';
import type { AccountState } from '../account.ts';
import { balanceTransaction, payout } from './balance.ts';
import { dispute, earlyFraudWarning } from './disputes.ts';
import { file } from './file.ts';
import { confirmationToken, customer, paymentMethod } from './methods.ts';
import { charge, paymentIntent } from './payments.ts';
import { refund } from './refund.ts';

/** Whatever has an id, as the wire shows it. */
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

type Find = (state: AccountState, id: string) => StripeObject | undefined;

function finding<Stored>(
  kept: (state: AccountState) => Readonly<Record<string, Stored>>,
  show: (stored: Stored, state: AccountState) => StripeObject,
): Find {
  return (state, id) => {
    const map = kept(state);
    const stored = Object.hasOwn(map, id) ? map[id] : undefined;
    return stored === undefined ? undefined : show(stored, state);
  };
}

/** By the beginnings of Stripe's ids. */
const KINDS: Readonly<Record<string, Find>> = {
  cus: finding(({ customers }) => customers, customer),
  pm: finding(({ paymentMethods }) => paymentMethods, paymentMethod),
  ctoken: finding(({ confirmationTokens }) => confirmationTokens, confirmationToken),
  pi: finding(({ paymentIntents }) => paymentIntents, paymentIntent),
  ch: finding(({ charges }) => charges, charge),
  re: finding(({ refunds }) => refunds, refund),
  file: finding(({ files }) => files, file),
  du: finding(({ disputes }) => disputes, dispute),
  issfr: finding(({ earlyFraudWarnings }) => earlyFraudWarnings, earlyFraudWarning),
  txn: finding(({ balanceTransactions }) => balanceTransactions, balanceTransaction),
  po: finding(({ payouts }) => payouts, payout),
};

/** Any object of the account by its id. */
export function findObject(state: AccountState, id: string): StripeObject | undefined {
  const kind = id.slice(0, id.indexOf('_'));
  return Object.hasOwn(KINDS, kind) ? KINDS[kind]?.(state, id) : undefined;
}

/** The same for one that must be there. */
export function showObject(state: AccountState, id: string): StripeObject {
  const object = findObject(state, id);
  if (!object) throw new Error(`the account has no ${id}`);
  return object;
}

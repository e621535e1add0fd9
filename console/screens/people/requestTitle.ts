import type { OperatorRequest } from '../../person/useAct.ts';

type Words = (subject: string, input: Readonly<Record<string, string>>) => string;

/** What was asked for, as a person says it. */
const titles: Readonly<Record<string, Words>> = {
  hold: (subject) => `Hold order ${subject}`,
  clear: (subject) => `Let order ${subject} go on`,
  refuse: (subject) => `Refuse order ${subject}`,
  refund: (subject) => `Give back the money of order ${subject}`,
  give_up: (subject) => `Buy no more for order ${subject}, and give its money back`,
  freeze: (subject) => `Freeze order ${subject}`,
  unfreeze: (subject) => `Lift the freeze of order ${subject}`,
  match: (subject, { entry = '' }) => `Booking ${entry} belongs to order ${subject}`,
  'pay-to': (subject) => `Name the account for order ${subject}`,
  redirect: (subject) => `Send refund ${subject} to another account`,
  return: (subject, { amount = '' }) => `Send ${amount} of booking ${subject} back`,
  recover: (subject, { entry = '' }) => `Booking ${entry} pays back what was lost with order ${subject}`,
  vouch: (subject) => `Vouch for order ${subject}`,
  withdraw: (subject, { address = '' }) => `Withdraw ${subject} to ${address}`,
  'allow-address': (subject) => `Allow coins to go to ${subject}`,
  'accept-difference': (subject) => `Accept the difference at ${subject}`,
  'pay-shares': (subject, { amount = '' }) => `Book ${amount} as shares paid to ${subject}`,
  'top-up': (subject) => `Book coins that came: ${subject}`,
  swap: (subject) => `Book swap ${subject}`,
  set: (subject) => `Change ${subject}`,
  remove: (subject) => `Take out ${subject}`,
  review: (subject, { decision = '' }) => `Review ${subject}: ${decision}`,
};

export function requestTitle({
  action,
  subject,
  input,
}: Pick<OperatorRequest, 'action' | 'subject' | 'input'>): string {
  return titles[action]?.(subject, input) ?? `${action} ${subject}`;
}

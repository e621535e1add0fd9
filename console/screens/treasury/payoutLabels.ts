import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Tone } from '../../parts/tone.ts';

export type PayoutRow = ConsoleCallData<'payouts'>['list'][number];
export type Payout = ConsoleCallData<'payout'>;
type PayoutPart = Payout['parts'][number]['part'];

export const PAYOUT_STATE_LABELS: Readonly<
  Record<PayoutRow['state'], { readonly label: string; readonly tone: Tone }>
> = {
  pending: { label: 'Pending', tone: 'plain' },
  in_transit: { label: 'In transit', tone: 'plain' },
  paid: { label: 'Paid, not matched', tone: 'plain' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'bad' },
  arrived: { label: 'At our bank', tone: 'good' },
};

/** The meaning of each state for the money. */
export const STATE_MEANINGS: Readonly<Record<PayoutRow['state'], string>> = {
  pending: 'The acquirer has not sent it to the bank yet.',
  in_transit: 'The acquirer has sent it to our bank.',
  paid: 'The acquirer reports it as paid. No entry of our bank matches it yet.',
  failed: 'The bank rejected it. The money is back in the account at the acquirer.',
  canceled: 'It was canceled. The money is back in the account at the acquirer.',
  arrived: 'Matched with an entry of our bank.',
};

export const PART_LABELS: Readonly<Record<PayoutPart, string>> = {
  charge: 'Charges',
  refund: 'Refunds',
  dispute: 'Disputes',
  fee: 'Fees',
  payout: 'Other payouts',
  other: 'Other lines',
  earlier: 'Lines from before the first order',
};

export const LINE_LABELS: Readonly<Record<PayoutPart, string>> = {
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  payout: 'Payout',
  other: 'Other',
  earlier: 'Earlier',
};

import type { TreasuryData } from './TreasuryScreen.tsx';

export type Transfer = TreasuryData['transfers'][number];

/** Label and urgency of a transfer's status. */
export const TRANSFER_STATUS_LABELS: Readonly<
  Record<Transfer['status'], { readonly word: string; readonly tone: 'plain' | 'good' | 'warn' | 'bad' }>
> = {
  waiting: { word: 'Waiting for a second approval', tone: 'plain' },
  approved: { word: 'Processing', tone: 'plain' },
  rejected: { word: 'Rejected', tone: 'warn' },
  refused: { word: 'Not executed', tone: 'bad' },
  requested: { word: 'Waiting for the signer', tone: 'plain' },
  sending: { word: 'Requested at the exchange', tone: 'plain' },
  taken: { word: 'Accepted by the exchange', tone: 'plain' },
  sent: { word: 'On chain', tone: 'plain' },
  arrived: { word: 'Arrived', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
};

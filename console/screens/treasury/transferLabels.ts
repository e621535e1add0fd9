import type { TreasuryData } from './TreasuryScreen.tsx';

export type Transfer = TreasuryData['transfers'][number];

/** Label and urgency of a transfer's status. */
export const TRANSFER_STATUS_LABELS: Readonly<
  Record<Transfer['status'], { readonly label: string; readonly tone: 'plain' | 'good' | 'warn' | 'bad' }>
> = {
  waiting: { label: 'Waiting for a second approval', tone: 'plain' },
  approved: { label: 'Processing', tone: 'plain' },
  rejected: { label: 'Rejected', tone: 'warn' },
  refused: { label: 'Not executed', tone: 'bad' },
  requested: { label: 'Waiting for the signer', tone: 'plain' },
  sending: { label: 'Requested at the exchange', tone: 'plain' },
  taken: { label: 'Accepted by the exchange', tone: 'plain' },
  sent: { label: 'On chain', tone: 'plain' },
  arrived: { label: 'Arrived', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

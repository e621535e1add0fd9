import type { TreasuryData } from './TreasuryScreen.tsx';

export type Transfer = TreasuryData['transfers'][number];

/** Where a transfer stands, as a person says it, and how loud it is. */
export const STANDS: Readonly<
  Record<Transfer['status'], { readonly word: string; readonly tone: 'plain' | 'good' | 'warn' | 'bad' }>
> = {
  waiting: { word: 'Waits for a second person', tone: 'plain' },
  approved: { word: 'A worker looks at it', tone: 'plain' },
  rejected: { word: 'Not agreed to', tone: 'warn' },
  refused: { word: 'Not done', tone: 'bad' },
  requested: { word: 'Waits for the signer', tone: 'plain' },
  sending: { word: 'Asked of the venue', tone: 'plain' },
  taken: { word: 'Taken by the venue', tone: 'plain' },
  sent: { word: 'On chain', tone: 'plain' },
  arrived: { word: 'Arrived', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
};

import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Way } from './offeredDecision.ts';

type Review = ConsoleCallData<'review'>;
export type EvidenceLine = Review['groups'][number]['lines'][number];
export type EvidenceGroup = Review['groups'][number];
export type EvidenceCell = Review['rows'][number]['cells'][number];
export type EvidenceRow = Review['rows'][number];
export type Masked = NonNullable<EvidenceLine['reveal']>;

/** What one kind of review shows, and the ways on from it. */
export type Evidence = Pick<Review, 'lead' | 'columns' | 'rows' | 'checklist' | 'candidates' | 'note'> & {
  readonly groups: EvidenceGroup[];
  readonly ways: readonly Way[];
};

export function line(
  name: string,
  value: string,
  tone: EvidenceLine['tone'] = 'plain',
  reveal: Masked | null = null,
): EvidenceLine {
  return { name, value, tone, reveal };
}

/** Words that nothing is compared with. */
export function plainCell(text: string, differs = false): EvidenceCell {
  return { words: text === '' ? [] : [{ text, differs }], reveal: null };
}

/** What is not shown before somebody asks for it; nobody may who sees no names. */
export function maskedCell(text: string, masked: Masked, mayAsk: boolean): EvidenceCell {
  return { words: [{ text, differs: false }], reveal: mayAsk ? masked : null };
}

import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { DecisionDefinition } from './buildDecisionOption.ts';

type Review = ConsoleCallData<'review'>;
export type ReviewLine = Review['groups'][number]['lines'][number];
export type ReviewGroup = Review['groups'][number];
export type ReviewCell = Review['rows'][number]['cells'][number];
export type ReviewTableRow = Review['rows'][number];
export type MaskedField = NonNullable<ReviewLine['reveal']>;

/** The contents of one kind of review, and its available decisions. */
export type ReviewContents = Pick<Review, 'lead' | 'columns' | 'rows' | 'checklist' | 'candidates' | 'note'> & {
  readonly groups: ReviewGroup[];
  readonly decisions: readonly DecisionDefinition[];
};

export function buildReviewLine(
  name: string,
  value: string,
  tone: ReviewLine['tone'] = 'plain',
  reveal: MaskedField | null = null,
): ReviewLine {
  return { name, value, tone, reveal };
}

/** Builds a cell with one text; `differs` marks the text as different from the other column. */
export function buildPlainCell(text: string, differs = false): ReviewCell {
  return { words: text === '' ? [] : [{ text, differs }], reveal: null };
}

/** Builds a masked cell, which the viewer may reveal if `mayRequest` is true. */
export function buildMaskedCell(text: string, masked: MaskedField, mayRequest: boolean): ReviewCell {
  return { words: [{ text, differs: false }], reveal: mayRequest ? masked : null };
}

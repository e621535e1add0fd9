import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';

export type ReviewKind = ConsoleCallData<'review'>['kind'];

export const REVIEW_KINDS = [
  { kind: 'identity', title: 'Identity' },
  { kind: 'names', title: 'Names' },
  { kind: 'held', title: 'On hold' },
  { kind: 'dispute', title: 'Disputes' },
  { kind: 'unallocated', title: 'Unmatched' },
] as const satisfies readonly { readonly kind: ReviewKind; readonly title: string }[];

export function isReviewKind(value: string | undefined): value is ReviewKind {
  return REVIEW_KINDS.some(({ kind }) => kind === value);
}

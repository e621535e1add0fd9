import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';

export type ReviewKind = ConsoleCallData<'review'>['kind'];

export const KINDS = [
  { kind: 'identity', title: 'Identity' },
  { kind: 'names', title: 'Names' },
  { kind: 'held', title: 'Held' },
  { kind: 'dispute', title: 'Disputes' },
  { kind: 'unallocated', title: 'Unallocated' },
] as const satisfies readonly { readonly kind: ReviewKind; readonly title: string }[];

export function isKind(word: string | undefined): word is ReviewKind {
  return KINDS.some(({ kind }) => kind === word);
}

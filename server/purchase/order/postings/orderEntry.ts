import type { Posting } from '../../../ledger/posting.ts';

/**
 * The postings of a ledger entry, and its kind. `reverses`: the kind of an earlier entry of the order; its newest postings are
 * posted with inverted signs, and `postings` is empty.
 */
export type OrderEntry = { readonly kind: string; readonly postings: readonly Posting[]; readonly reverses?: string };

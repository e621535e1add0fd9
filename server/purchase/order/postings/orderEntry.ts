import type { Posting } from '../../../ledger/posting.ts';

/** The postings of a ledger entry, and the kind by which a later event finds and reverses it. */
export type OrderEntry = { readonly kind: string; readonly postings: readonly Posting[]; readonly reverses?: string };

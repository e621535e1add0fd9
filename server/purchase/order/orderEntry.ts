import type { Posting } from '../../ledger/posting.ts';

/** A ledger entry's lines, and the kind by which a later event finds and reverses them. */
export type OrderEntry = { readonly kind: string; readonly postings: readonly Posting[]; readonly reverses?: string };

type QueuedItem = { readonly clock: { readonly until: string | null }; readonly halted: boolean };

/** Number of overdue items that are always shown. */
const SHOWN_LATE = 3;

/**
 * Splits the queue after its longest overdue items, so that a day without decisions does not push everything else off
 * the screen. What is halted is always shown. A single further overdue item is not hidden.
 */
export function foldLateItems<Item extends QueuedItem>(
  items: readonly Item[],
  nowMs: number,
): { readonly first: readonly Item[]; readonly folded: readonly Item[]; readonly rest: readonly Item[] } {
  const isLate = ({ clock, halted }: Item) => !halted && clock.until !== null && Date.parse(clock.until) <= nowMs;
  const foldable = items.filter(isLate).slice(SHOWN_LATE);
  if (foldable.length < 2) return { first: items, folded: [], rest: [] };
  const begin = items.findIndex((item) => item === foldable[0]);
  const later = items.slice(begin);
  return {
    first: items.slice(0, begin),
    folded: later.filter(isLate),
    rest: later.filter((item) => !isLate(item)),
  };
}

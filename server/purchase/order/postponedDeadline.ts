import type { WaitReason } from './conclusion.ts';
import type { JournalRow } from './journalStore.ts';
import type { Order } from './order.ts';
import { nextStepOf, postponingReasons } from './stateClocks.ts';

/** Conclusions after which it is still unknown why an order waits: the vendor before the signer was away for a moment. */
const INCONCLUSIVE: ReadonlySet<string> = new Set<WaitReason | ''>(['', 'vendor_unavailable', 'answer_lost']);

/** Whether an order waits for something for which its deadline must not be raised; see {@link postponingReasons}. */
export function isDeadlinePostponed(order: Order, journal: readonly JournalRow[]): boolean {
  const reasons = postponingReasons[order.status];
  if (!reasons) return false;
  const effect = nextStepOf(order)?.effect;
  const newest = journal
    .filter(({ step, conclusion }) => step === effect && !INCONCLUSIVE.has(conclusion))
    .reduce<JournalRow | undefined>((last, row) => (last && last.at > row.at ? last : row), undefined);
  return reasons.some((reason) => reason === newest?.conclusion);
}

import type { SanctionsList } from '../providers/sanctions/sanctionsPort.ts';
import { toComparableAddress } from './screening.ts';

/** Facts about the current edition that a new one would replace. */
export type FormerEdition = { readonly addresses: ReadonlySet<string>; readonly publishedAt: Date | null };

export type EditionDoubt = {
  readonly reason: 'shrunk' | 'older' | 'future';
  readonly facts: Readonly<Record<string, string | number>>;
};

/** Fraction of the addresses that a new edition may drop without doubt; a single address may always be dropped. */
const MAX_REMOVED_FRACTION = 0.1;
/** Tolerance for an edition dated in the future: publishers and this machine may be in different days. */
const FUTURE_TOLERANCE_MS = 2 * 86_400_000;

/** Returns the reason to doubt an edition, undefined if there is none. `former` is empty for a source that was never fetched. */
export function findEditionDoubt(
  former: FormerEdition,
  list: SanctionsList,
  machineNow: Date,
): EditionDoubt | undefined {
  const present = new Set(list.addresses.map(toComparableAddress));
  const gone = [...former.addresses].filter((address) => !present.has(address)).length;
  if (gone > 1 && gone > former.addresses.size * MAX_REMOVED_FRACTION)
    return { reason: 'shrunk', facts: { gone, former: former.addresses.size, present: present.size } };
  const { publishedAt } = list;
  if (!publishedAt) return undefined;
  if (publishedAt.getTime() > machineNow.getTime() + FUTURE_TOLERANCE_MS)
    return { reason: 'future', facts: { publishedAt: publishedAt.toISOString() } };
  if (former.publishedAt && publishedAt < former.publishedAt)
    return {
      reason: 'older',
      facts: { publishedAt: publishedAt.toISOString(), former: former.publishedAt.toISOString() },
    };
  return undefined;
}

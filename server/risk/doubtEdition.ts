import type { SanctionsList } from '../providers/sanctions/sanctionsPort.ts';
import { foldAddress } from './screening.ts';

/** What is known of the edition that another one would replace. */
export type FormerEdition = { readonly addresses: ReadonlySet<string>; readonly publishedAt: Date | null };

export type EditionDoubt = {
  readonly reason: 'shrunk' | 'older' | 'future';
  readonly facts: Readonly<Record<string, string | number>>;
};

/** One address in ten may go at once; a single one always may. */
const MOST_GONE = 0.1;
/** Publishers and this machine may stand in different days. */
const FUTURE_MS = 2 * 86_400_000;

/** Why an edition is not believed; undefined where it is. `former` is empty for a source that was never fetched. */
export function doubtOf(former: FormerEdition, list: SanctionsList, machineNow: Date): EditionDoubt | undefined {
  const present = new Set(list.addresses.map(foldAddress));
  const gone = [...former.addresses].filter((address) => !present.has(address)).length;
  if (gone > 1 && gone > former.addresses.size * MOST_GONE)
    return { reason: 'shrunk', facts: { gone, former: former.addresses.size, present: present.size } };
  const { publishedAt } = list;
  if (!publishedAt) return undefined;
  if (publishedAt.getTime() > machineNow.getTime() + FUTURE_MS)
    return { reason: 'future', facts: { publishedAt: publishedAt.toISOString() } };
  if (former.publishedAt && publishedAt < former.publishedAt)
    return {
      reason: 'older',
      facts: { publishedAt: publishedAt.toISOString(), former: former.publishedAt.toISOString() },
    };
  return undefined;
}

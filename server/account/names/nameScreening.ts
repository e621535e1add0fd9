import { createHash } from 'node:crypto';
import { type ListedName, likenessPercent, listedName, spokenName } from './nameLikeness.ts';

/** What a name was judged by: kept with the decision. */
export type NameVerdict = {
  readonly isListed: boolean;
  /** The entry that is most like it; '' where the list is empty. */
  readonly entry: string;
  readonly scorePercent: number;
  readonly thresholdPercent: number;
  /** A digest of the list. */
  readonly listVersion: string;
};

/** The operator's list of names whose buyers a person reviews before they are served. */
export type NameScreening = { judge(firstName: string, lastName: string): NameVerdict };

export type NameSources = {
  readonly names: () => readonly string[];
  /** From this likeness on a person looks at it. */
  readonly thresholdPercent: () => number;
};

export function createNameScreening({ names, thresholdPercent }: NameSources): NameScreening {
  const read = readOnce();
  return {
    judge(firstName, lastName) {
      const list = read(names());
      const { version } = list;
      const best = mostAlike(list, `${firstName} ${lastName}`);
      const threshold = thresholdPercent();
      const isListed = best.entry !== '' && best.scorePercent >= threshold;
      return { isListed, ...best, thresholdPercent: threshold, listVersion: version };
    },
  };
}

type MostAlike = Pick<NameVerdict, 'entry' | 'scorePercent'>;

type ReadList = {
  readonly entries: readonly ListedName[];
  readonly version: string;
  /** The names that were judged: open orders are screened again and again. */
  readonly known: Map<string, MostAlike>;
};

const MOST_KNOWN = 10_000;

function mostAlike({ entries, known }: ReadList, name: string): MostAlike {
  const before = known.get(name);
  if (before) return before;
  const spoken = spokenName(name);
  let best: MostAlike = { entry: '', scorePercent: 0 };
  for (const entry of entries) {
    const scorePercent = likenessPercent(entry, spoken);
    if (best.entry === '' || scorePercent > best.scorePercent) best = { entry: entry.name, scorePercent };
  }
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, best);
  return best;
}

/** The list changes seldom and is asked often. */
function readOnce(): (names: readonly string[]) => ReadList {
  let known: readonly string[] | undefined;
  let list: ReadList = { entries: [], version: '', known: new Map() };
  return (names) => {
    if (names !== known) {
      known = names;
      list = { entries: names.map(listedName), version: versionOf(names), known: new Map() };
    }
    return list;
  };
}

function versionOf(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names.toSorted())).digest('hex').slice(0, 16);
}

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
      const { entries, version } = read(names());
      const spoken = spokenName(`${firstName} ${lastName}`);
      let best = { entry: '', scorePercent: 0 };
      for (const entry of entries) {
        const scorePercent = likenessPercent(entry, spoken);
        if (best.entry === '' || scorePercent > best.scorePercent) best = { entry: entry.name, scorePercent };
      }
      const threshold = thresholdPercent();
      const isListed = best.entry !== '' && best.scorePercent >= threshold;
      return { isListed, ...best, thresholdPercent: threshold, listVersion: version };
    },
  };
}

type ReadList = { readonly entries: readonly ListedName[]; readonly version: string };

/** The list changes seldom and is asked often. */
function readOnce(): (names: readonly string[]) => ReadList {
  let known: readonly string[] | undefined;
  let list: ReadList = { entries: [], version: '' };
  return (names) => {
    if (names !== known) {
      known = names;
      list = { entries: names.map(listedName), version: versionOf(names) };
    }
    return list;
  };
}

function versionOf(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names.toSorted())).digest('hex').slice(0, 16);
}

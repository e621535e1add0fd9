import { createHash } from 'node:crypto';
import { computeSimilarityPercent, type ListedName, parseListedName, parsePersonName } from './nameSimilarity.ts';

/** The result of a screening, stored with the decision. */
export type NameScreeningResult = {
  readonly isListed: boolean;
  /** The most similar entry; '' if the list is empty. */
  readonly entry: string;
  readonly scorePercent: number;
  readonly thresholdPercent: number;
  /** A digest of the list. */
  readonly listVersion: string;
};

/** Screens names against the operator's lists; matches need a review before the buyer is served. */
export type NameScreening = { judge(firstName: string, lastName: string): NameScreeningResult };

export type NameSources = {
  readonly names: () => readonly string[];
  /** Names at least this similar need a review. */
  readonly thresholdPercent: () => number;
};

export function createNameScreening({ names, thresholdPercent }: NameSources): NameScreening {
  const getParsedList = createNameListCache();
  return {
    judge(firstName, lastName) {
      const list = getParsedList(names());
      const { version } = list;
      const best = findBestMatch(list, `${firstName} ${lastName}`);
      const threshold = thresholdPercent();
      const isListed = best.entry !== '' && best.scorePercent >= threshold;
      return { isListed, ...best, thresholdPercent: threshold, listVersion: version };
    },
  };
}

type BestMatch = Pick<NameScreeningResult, 'entry' | 'scorePercent'>;

type ParsedNameList = {
  readonly entries: readonly ListedName[];
  readonly version: string;
  /** Cached results: open orders are screened repeatedly. */
  readonly known: Map<string, BestMatch>;
};

const MAX_CACHED_NAMES = 10_000;

function findBestMatch({ entries, known }: ParsedNameList, name: string): BestMatch {
  const cached = known.get(name);
  if (cached) return cached;
  const person = parsePersonName(name);
  let best: BestMatch = { entry: '', scorePercent: 0 };
  for (const entry of entries) {
    const scorePercent = computeSimilarityPercent(entry, person);
    if (best.entry === '' || scorePercent > best.scorePercent) best = { entry: entry.name, scorePercent };
  }
  if (known.size >= MAX_CACHED_NAMES) known.clear();
  known.set(name, best);
  return best;
}

/** Returns a function that parses a list, but returns the same result for the same array: lists change rarely. */
function createNameListCache(): (names: readonly string[]) => ParsedNameList {
  let known: readonly string[] | undefined;
  let list: ParsedNameList = { entries: [], version: '', known: new Map() };
  return (names) => {
    if (names !== known) {
      known = names;
      list = { entries: names.map(parseListedName), version: computeVersion(names), known: new Map() };
    }
    return list;
  };
}

function computeVersion(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names.toSorted())).digest('hex').slice(0, 16);
}

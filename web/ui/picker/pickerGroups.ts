import { foldText } from './foldText.ts';

export type PickerItem = {
  readonly id: string;
  /** First line: code or country. */
  readonly title: string;
  readonly subtitle?: string;
  /** At the end of the row: the network. */
  readonly aside?: string;
  readonly image: string;
  /** Text that can be copied from the row: a token's contract address. */
  readonly copyable?: string;
  readonly popular?: boolean;
};

/** Items under one letter; the group before all letters has an empty one. */
export type PickerGroup = { readonly letter: string; readonly items: readonly PickerItem[] };

/** Group of items that do not start with a letter, or with one outside the order. */
const REST_LETTER = '#';

/** Returns true if a text of the item contains the query, without regard to case and accents. */
export function matchesQuery(item: PickerItem, query: string): boolean {
  const foldedQuery = foldText(query);
  return [item.title, item.subtitle, item.aside, item.id, item.copyable].some((field) =>
    foldText(field ?? '').includes(foldedQuery),
  );
}

/** Returns the index that Enter selects: ETH selects ether and not the first token on Ethereum. */
export function findBestMatch(found: readonly PickerItem[], query: string): number {
  const foldedQuery = foldText(query);
  const ranks: readonly ((item: PickerItem) => boolean)[] = [
    ({ title }) => foldText(title) === foldedQuery,
    ({ title }) => foldText(title).startsWith(foldedQuery),
    ({ subtitle = '' }) => foldText(subtitle).startsWith(foldedQuery),
  ];
  return Math.max(0, ranks.map((rank) => found.findIndex(rank)).find((index) => index >= 0) ?? 0);
}

/**
 * Groups items by first letter in any script, in the language's order. Items without a letter come last under #; the
 * item whose id is `first` comes before all others.
 */
export function groupByLetter(items: readonly PickerItem[], locale: string, first = ''): PickerGroup[] {
  const order = createAlphabet(locale);
  const groups = new Map<string, PickerItem[]>();
  const leading = items.filter(({ id }) => id === first);
  for (const item of items.filter(({ id }) => id !== first).toSorted((a, b) => order.compare(a.title, b.title))) {
    const letter = order.findLetter(item.title);
    groups.set(letter, [...(groups.get(letter) ?? []), item]);
  }
  const lettered = [...groups]
    .map(([letter, groupItems]) => ({ letter, items: groupItems }))
    .toSorted(
      (a, b) =>
        Number(a.letter === REST_LETTER) - Number(b.letter === REST_LETTER) || order.compare(a.letter, b.letter),
    );
  return leading.length === 0 ? lettered : [{ letter: '', items: leading }, ...lettered];
}

type Alphabet = { compare(a: string, b: string): number; findLetter(title: string): string };

function createAlphabet(locale: string): Alphabet {
  const chinese = new Intl.Locale(locale).language === 'zh';
  // Chinese is sorted by pinyin, which is not the default in all locales.
  const collator = new Intl.Collator(chinese ? 'zh-u-co-pinyin' : locale);
  const sameLetter = new Intl.Collator(locale, { sensitivity: 'base' });
  return {
    compare: collator.compare,
    findLetter(title) {
      const [first = ''] = title.trim().toLocaleUpperCase(locale);
      const [plain = ''] = first.normalize('NFD');
      if (!/\p{L}/u.test(plain)) return REST_LETTER;
      if (/\p{Script=Han}/u.test(first)) return chinese ? findPinyinLetter(first, collator) : REST_LETTER;
      // Hangul syllables are grouped under their first consonant, alefs without their marks.
      if (/[\p{Script=Hangul}\p{Script=Arabic}]/u.test(first)) return plain;
      // An accent is dropped if the language treats it as the same letter: É in French, not Å in Swedish.
      return sameLetter.compare(first, plain) === 0 ? plain : first;
    },
  };
}

/** First character of each letter in pinyin order; no syllable begins with I, U or V. */
const PINYIN_STARTS: readonly (readonly [letter: string, first: string])[] = [
  ['A', '阿'],
  ['B', '八'],
  ['C', '嚓'],
  ['D', '咑'],
  ['E', '妸'],
  ['F', '发'],
  ['G', '旮'],
  ['H', '哈'],
  ['J', '丌'],
  ['K', '咔'],
  ['L', '垃'],
  ['M', '妈'],
  ['N', '拏'],
  ['O', '噢'],
  ['P', '妑'],
  ['Q', '七'],
  ['R', '呥'],
  ['S', '仨'],
  ['T', '他'],
  ['W', '穵'],
  ['X', '夕'],
  ['Y', '丫'],
  ['Z', '帀'],
];

function findPinyinLetter(character: string, collator: Intl.Collator): string {
  return PINYIN_STARTS.findLast(([, first]) => collator.compare(first, character) <= 0)?.[0] ?? REST_LETTER;
}

import anyAscii from 'any-ascii';

/**
 * Letters and groups of letters with the spellings that passports, banks and people use in the basic Latin alphabet.
 * The first spelling is the one used in output. Sources: ICAO Doc 9303, part 3, section 6 (its tables A,
 * transliteration of multinational Latin-based characters, and B, of Cyrillic characters), ISO 9 and the scholarly
 * transliteration without their diacritics, and ELOT 743 (ISO 843) for Greek. Where ICAO's table drops only a
 * diacritic, `any-ascii` drops it as well. An empty spelling (a leading space, or two in a row) means that the letter
 * may be omitted.
 */
const LATIN = {
  ä: 'a ae',
  ö: 'o oe',
  ü: 'u ue',
  ß: 'ss s',
  ø: 'o oe',
  å: 'a aa',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  đ: 'd dj',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ĳ: 'ij y',
  // Letters that ISO 9 uses for Cyrillic.
  č: 'c ch',
  š: 's sh',
  ž: 'z zh',
  ŝ: 's shch',
  â: 'a ia',
  û: 'u iu',
} as const satisfies Readonly<Record<string, string>>;

const CYRILLIC = {
  г: 'g h',
  ґ: 'g',
  ѓ: 'g gj',
  ђ: 'd dj',
  е: 'e ye ie je',
  ё: 'e yo io jo',
  є: 'ie ye je e',
  ж: 'zh z j',
  зг: 'zgh zh zg',
  ѕ: 'dz',
  и: 'i y',
  ия: 'iia iya ia ija',
  ія: 'iia iya ia ija',
  ий: 'ii iy y i ij yi yy yj',
  ый: 'yi yy y iy yj',
  і: 'i',
  ї: 'i yi ji',
  й: 'i y j',
  ј: 'j',
  кс: 'ks x',
  љ: 'lj',
  њ: 'nj',
  ќ: 'k kj',
  ћ: 'c',
  у: 'u',
  ў: 'u w',
  х: 'kh h x ch',
  ц: 'ts c tc',
  ч: 'ch c',
  џ: 'dz dzh dj',
  ш: 'sh s',
  щ: 'shch sht sch sc',
  ъ: 'ie  a u',
  ы: 'y i',
  ь: ' i j',
  э: 'e',
  ю: 'iu yu ju',
  я: 'ia ya ja',
} as const satisfies Readonly<Record<string, string>>;

const GREEK = {
  αυ: 'av af au ay',
  ευ: 'ev ef eu ey',
  ηυ: 'iv if',
  β: 'v b',
  γ: 'g y gh',
  γγ: 'ng gg',
  γκ: 'gk g nk',
  γξ: 'nx gx',
  γχ: 'nch gch',
  δ: 'd dh',
  η: 'i e',
  θ: 'th',
  κ: 'k c',
  μπ: 'b mp',
  ντ: 'nt d nd',
  ξ: 'x ks',
  ου: 'ou u',
  υ: 'y u i',
  φ: 'f ph',
  χ: 'ch h kh',
  ψ: 'ps',
  ω: 'o w',
} as const satisfies Readonly<Record<string, string>>;

const SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({ ...LATIN, ...CYRILLIC, ...GREEK }).map(([letters, spellings]) => [letters, spellings.split(' ')]),
);
const LONGEST_GROUP = 2;

/** One letter or group of letters of a text and its possible spellings; the first is the one used in output. */
export type SpelledGroup = {
  readonly letters: string;
  /** In lower case; '' for a letter that may be omitted. */
  readonly spellings: readonly string[];
};

/**
 * Splits a text into letters and groups with their spellings in lower case. `any-ascii` spells the characters that are
 * in no table.
 */
export function spellLetters(text: string): SpelledGroup[] {
  const letters = Array.from(text.normalize('NFKC'));
  const groups: SpelledGroup[] = [];
  for (let at = 0; at < letters.length; ) {
    const group = findGroupAt(letters, at);
    groups.push(group);
    at += Array.from(group.letters).length;
  }
  return groups;
}

function findGroupAt(letters: readonly string[], at: number): SpelledGroup {
  for (let length = LONGEST_GROUP; length > 0; length -= 1) {
    const group = letters.slice(at, at + length).join('');
    const spellings = SPELLINGS.get(group.toLowerCase()) ?? SPELLINGS.get(removeAccents(group.toLowerCase()));
    if (spellings) return { letters: group, spellings };
  }
  const letter = letters[at] ?? '';
  return { letters: letter, spellings: [anyAscii(letter).toLowerCase()] };
}

/**
 * Removes Greek accents, since they do not change the spelling. Marks of other scripts are not removed: the tables list
 * the characters whose marks change it.
 */
function removeAccents(letters: string): string {
  return /\p{Script=Greek}/u.test(letters) ? letters.normalize('NFD').replaceAll(/\p{Mark}/gu, '') : letters;
}

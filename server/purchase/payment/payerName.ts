type BuyerName = { readonly firstName: string; readonly lastName: string };

/**
 * Whether a bank's name for the payer may be another person's. Banks write names in many ways: in capitals, without accents,
 * family name first, with middle names and titles. Every word of the shorter name must be found in the longer one, and one
 * of them in full: initials say nothing alone, and a name without a letter says nothing at all.
 */
export function namesDiffer(payerName: string, buyerName: string): boolean {
  const payer = words(payerName);
  const buyer = words(buyerName);
  const [shorter, longer] = payer.length < buyer.length ? [payer, buyer] : [buyer, payer];
  const isFound = shorter.every((word) => longer.some((other) => isSameWord(word, other)));
  return !isFound || !shorter.some((word) => longer.includes(word) && !isInitial(word));
}

/**
 * Whether a bank's name for the payer may be another person's than the buyer's. Besides what {@link namesDiffer} asks, the
 * first given name and the first family name have to be there: a buyer who types several names matches the first one only.
 */
export function isOtherPayer(payerName: string, { firstName, lastName }: BuyerName): boolean {
  const payer = words(payerName);
  const leading = [words(firstName)[0], words(lastName).find((word) => !PARTICLES.has(word))];
  return (
    namesDiffer(payerName, `${firstName} ${lastName}`) ||
    leading.some((name) => name !== undefined && !payer.some((word) => word === name || isInitialOf(word, name)))
  );
}

/** A typed initial is nobody's name in particular, a bank's is the buyer's. */
function isInitialOf(word: string, name: string): boolean {
  return isInitial(word) && name.startsWith(word);
}

function isSameWord(a: string, b: string): boolean {
  return a === b || (isInitial(a) && b.startsWith(a)) || (isInitial(b) && a.startsWith(b));
}

/** One letter is a whole name in Chinese and Korean. */
function isInitial(word: string): boolean {
  return word.length === 1 && !/\p{Unified_Ideograph}|\p{Script=Hangul}/u.test(word);
}

/** Letters that are commonly written as two in a bank's alphabet. */
const TRANSCRIPTIONS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'oe',
  å: 'aa',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
};

function words(name: string): string[] {
  return name
    .toLowerCase()
    .replace(/[äöüßøåæœłđ]/g, (letter) => TRANSCRIPTIONS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => /\p{Letter}/u.test(word) && !TITLES.has(word));
}

/** Banks leave them out of family names. */
const PARTICLES = new Set(
  'al bin da de del dela della den der di do dos du el ibn la le ten ter van von zu'.split(' '),
);

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'herr', 'frau']);

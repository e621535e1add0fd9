/**
 * Whether a bank's name for the payer is another person's. Banks write names in many ways: in capitals, without accents,
 * family name first, with middle names and titles. Every word of the shorter name must be found in the longer one.
 */
export function namesDiffer(payerName: string, buyerName: string): boolean {
  const payer = words(payerName);
  const buyer = words(buyerName);
  if (payer.length === 0 || buyer.length === 0) return false;
  const [shorter, longer] = payer.length < buyer.length ? [payer, buyer] : [buyer, payer];
  const found = shorter.filter((word) => longer.some((other) => isSameWord(word, other)));
  return found.length < shorter.length;
}

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length === 1 && long.startsWith(short);
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
    .filter((word) => word !== '' && !TITLES.has(word));
}

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'herr', 'frau']);

import fc from 'fast-check';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= \n';

/** A change at some place in a text; places are fractions of its length. */
export type Mutation = {
  readonly act: 'replace' | 'insert' | 'remove' | 'swap' | 'repeat' | 'cut' | 'last';
  readonly at: number;
  readonly to: number;
  readonly character: string;
};

export const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  act: fc.constantFrom('replace', 'insert', 'remove', 'swap', 'repeat', 'cut', 'last'),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  to: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  character: fc.constantFrom(...CHARACTERS.split('')),
});

/** Returns the text with one change, which may have no effect. */
export function mutateText(text: string, { act, at, to, character }: Mutation): string {
  const [from, until] = [at, to].map((share) => Math.floor(share * text.length)).toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  const [before, between, after] = [text.slice(0, from), text.slice(from, until), text.slice(until)];
  switch (act) {
    case 'replace':
      return `${text.slice(0, from)}${character}${text.slice(from + 1)}`;
    case 'insert':
      return `${text.slice(0, from)}${character}${text.slice(from)}`;
    case 'remove':
      return `${text.slice(0, from)}${text.slice(from + 1)}`;
    case 'swap':
      return `${after}${between}${before}`;
    case 'repeat':
      return `${before}${between}${between}${after}`;
    case 'cut':
      return `${before}${after}`;
    // The last character of a part contains bits that decoding ignores.
    case 'last': {
      const parts = text.split('.');
      const part = Math.floor(at * parts.length);
      return parts.map((each, index) => (index === part ? `${each.slice(0, -1)}${character}` : each)).join('.');
    }
  }
}

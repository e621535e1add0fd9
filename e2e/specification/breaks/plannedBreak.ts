import english from '../../../web/i18n/en-US.json' with { type: 'json' };

/** A replacement of a text that occurs exactly once in a file of the product. */
export type Edit = { readonly file: string; readonly find: string; readonly replace: string };

/** A change of the product that contradicts a statement of the specification. */
export type PlannedBreak = {
  readonly edits: readonly Edit[];
  /** The test of the statement that must fail; by default its first unit test, else its first test. */
  readonly by?: string;
  /** The break is in a process that does not answer browsers, so the test needs a world that starts with the break. */
  readonly ownWorld?: true;
  /** Most tests would notice the break, so it is planted separately. */
  readonly isBroad?: true;
};

export function change(file: string, find: string, replace: string): PlannedBreak {
  return { edits: [{ file, find, replace }] };
}

/** Combines changes that contradict the statement only together. */
export function together(...breaks: readonly PlannedBreak[]): PlannedBreak {
  return { edits: breaks.flatMap(({ edits }) => edits) };
}

/** Names the test that must fail. */
export function failing(by: string, planned: PlannedBreak): PlannedBreak {
  return { ...planned, by };
}

/** Marks a break whose test needs a world that starts from the broken sources. */
export function inOwnWorld(planned: PlannedBreak): PlannedBreak {
  return { ...planned, ownWorld: true };
}

/** Marks a break that most tests would notice, so that it is planted separately. */
export function separately(planned: PlannedBreak): PlannedBreak {
  return { ...planned, isBroad: true };
}

const ENGLISH_FILE = 'web/i18n/en-US.json';

/** Replaces the letters of an English text with `x`, except in placeholders and tags. */
export function changeText(key: keyof typeof english): PlannedBreak {
  const line = (value: string) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  return change(ENGLISH_FILE, line(english[key]), line(maskText(english[key])));
}

function maskText(text: string): string {
  let depth = 0;
  return Array.from(text, (character) => {
    if (character === '{' || character === '<') depth += 1;
    if (character === '}' || character === '>') depth -= 1;
    return depth === 0 ? character.replace(/\p{L}/u, 'x') : character;
  }).join('');
}

/** Returns what is wrong with a break: the text of each edit must occur exactly once in its file. */
export function findEditFaults({ edits }: PlannedBreak, read: (file: string) => string): string[] {
  return edits.flatMap(({ file, find, replace }) => {
    const count = read(file).split(find).length - 1;
    if (find === replace) return [`${file}: the replacement is the same: ${find}`];
    return count === 1 ? [] : [`${file}: occurs ${count} times: ${find}`];
  });
}

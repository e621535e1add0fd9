import type { Subject } from './deskStore.ts';

/** `order:7KQ2` as its two halves. */
export function subjectOf(text: string): Subject {
  const colon = text.indexOf(':');
  return { about: text.slice(0, colon), subject: text.slice(colon + 1) };
}

export function textOfSubject({ about, subject }: Subject): string {
  return `${about}:${subject}`;
}

/** The persons whom a note names by @, each once; whoever is nobody's name is a word like others. */
export function mentionsIn(body: string, names: Iterable<string>): string[] {
  const known = new Set(names);
  // A sentence may end with a name: the point after it is not its own.
  const words = [...body.matchAll(/(?<![\w@.])@([a-z][\w.-]{0,39})/g)].map(([, name = '']) => name);
  const named = words.map((word) => (known.has(word) ? word : word.replace(/[.-]+$/, '')));
  return [...new Set(named)].filter((name) => known.has(name));
}

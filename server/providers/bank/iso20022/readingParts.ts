import type { BankEntry, BankStatement, FileReading } from '../bankPort.ts';

/** A reading goes from one thread to another in parts: to take over all of a large file at once would hold a thread up. */
export type ReadingPart =
  | { readonly kind: 'whole'; readonly reading: FileReading }
  /** Its bookings follow. */
  | { readonly kind: 'statement'; readonly statement: BankStatement }
  | { readonly kind: 'entries'; readonly entries: readonly BankEntry[] }
  | { readonly kind: 'end' };

const ENTRIES = 250;

export function* partsOf(reading: FileReading): Generator<ReadingPart, void> {
  if (reading.kind !== 'statements') return yield { kind: 'whole', reading };
  for (const { entries, ...statement } of reading.value) {
    yield { kind: 'statement', statement: { ...statement, entries: [] } };
    for (let from = 0; from < entries.length; from += ENTRIES) {
      yield { kind: 'entries', entries: entries.slice(from, from + ENTRIES) };
    }
  }
  yield { kind: 'end' };
}

/** Puts the parts together again; gives nothing until the last has come. */
export function createAssembly(): (part: ReadingPart) => FileReading | undefined {
  const statements: { readonly about: BankStatement; readonly entries: BankEntry[] }[] = [];
  return (part) => {
    if (part.kind === 'whole') return part.reading;
    if (part.kind === 'statement') statements.push({ about: part.statement, entries: [] });
    if (part.kind === 'entries') for (const entry of part.entries) statements.at(-1)?.entries.push(entry);
    if (part.kind !== 'end') return undefined;
    return { kind: 'statements', value: statements.map(({ about, entries }) => ({ ...about, entries })) };
  };
}

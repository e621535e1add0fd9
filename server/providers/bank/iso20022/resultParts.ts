import type { BankEntry, BankFileResult, BankStatement } from '../bankPort.ts';

/** Part of a result that one thread sends to another: receiving a large result at once would block the receiver. */
export type ResultPart =
  | { readonly kind: 'whole'; readonly reading: BankFileResult }
  /** A statement without its entries, which follow. */
  | { readonly kind: 'statement'; readonly statement: BankStatement }
  | { readonly kind: 'entries'; readonly entries: readonly BankEntry[] }
  | { readonly kind: 'end' };

const ENTRIES_PER_PART = 250;

export function* splitResult(reading: BankFileResult): Generator<ResultPart, void> {
  if (reading.kind !== 'statements') return yield { kind: 'whole', reading };
  for (const { entries, ...statement } of reading.value) {
    yield { kind: 'statement', statement: { ...statement, entries: [] } };
    for (let from = 0; from < entries.length; from += ENTRIES_PER_PART) {
      yield { kind: 'entries', entries: entries.slice(from, from + ENTRIES_PER_PART) };
    }
  }
  yield { kind: 'end' };
}

/** Returns a function that collects the parts: it returns the whole result after the last part, undefined before. */
export function createResultAssembler(): (part: ResultPart) => BankFileResult | undefined {
  const statements: { readonly about: BankStatement; readonly entries: BankEntry[] }[] = [];
  return (part) => {
    if (part.kind === 'whole') return part.reading;
    if (part.kind === 'statement') statements.push({ about: part.statement, entries: [] });
    if (part.kind === 'entries') for (const entry of part.entries) statements.at(-1)?.entries.push(entry);
    if (part.kind !== 'end') return undefined;
    return { kind: 'statements', value: statements.map(({ about, entries }) => ({ ...about, entries })) };
  };
}

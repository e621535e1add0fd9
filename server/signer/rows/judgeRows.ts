import { isDeepStrictEqual } from 'node:util';
import { ConfigurationError, type ConfigurationRow } from '../../configuration/kinds.ts';
import type { Configured } from '../../configuration/readOnce.ts';
import type { WordsContext } from '../saidByPersons.ts';
import { findDecisions } from './findDecisions.ts';
import { judgeRow, type RowDecision } from './judgeRow.ts';
import type { PinnedRow } from './pinnedRowFile.ts';
import { buildUsedSettings, nameRow } from './usedRows.ts';

/** A row of the database that differs from the accepted one without a signed change. The accepted one stays in force. */
export type Contradiction = {
  readonly row: string;
  readonly change: 'changed' | 'added' | 'removed';
};

export type RowsContext = Omit<WordsContext, 'twoAboveEuroCents'> & {
  /** The rows that the product and the operator's own folders come with. */
  readonly seeds: readonly ConfigurationRow[];
};

export type JudgedRows = {
  readonly pinned: readonly PinnedRow[];
  readonly contradictions: readonly Contradiction[];
  /** Names of the rows that were accepted now. */
  readonly accepted: readonly string[];
};

type Pair = {
  readonly kind: string;
  readonly key: string;
  readonly pinned: PinnedRow | undefined;
  readonly present: unknown;
};

/** Compares the accepted rows with those of the database, and accepts what operators have signed and what the seeds add. */
export async function judgeRows(
  context: RowsContext,
  pinned: readonly PinnedRow[],
  present: readonly ConfigurationRow[],
  now: Date,
): Promise<JudgedRows> {
  const differing = pairDiffering(pinned, present);
  if (differing.length === 0) return { pinned, contradictions: [], accepted: [] };
  const seeded = new Map(context.seeds.map((seed) => [nameRow(seed), seed.value]));
  const decisions = await findDecisions(context, differing.map(nameRow), configuredBy(context, rowsInForce(pinned)));
  const accepted = differing.flatMap((pair): readonly PinnedRow[] => {
    const name = nameRow(pair);
    if (!pair.pinned && isDeepStrictEqual(pair.present, seeded.get(name))) return [pinAt(pair, [], now)];
    const row = judgeRow({ ...pair, decisions: decisions.get(name) ?? [] });
    return row ? [row] : [];
  });
  const sound = findSound(context, pinned, accepted);
  const names = new Set(sound.map(nameRow));
  return {
    pinned: replaceRows(pinned, sound),
    accepted: [...names],
    contradictions: differing.filter((pair) => !names.has(nameRow(pair))).map(describePair),
  };
}

/** Returns the accepted rows that fit together with those in force: one may need another one that is not accepted. */
function findSound(
  context: RowsContext,
  pinned: readonly PinnedRow[],
  accepted: readonly PinnedRow[],
): readonly PinnedRow[] {
  if (accepted.length === 0 || fitsTogether(context, replaceRows(pinned, accepted))) return accepted;
  let sound: readonly PinnedRow[] = [];
  for (;;) {
    const one = accepted.find(
      (row) => !sound.includes(row) && fitsTogether(context, replaceRows(pinned, [...sound, row])),
    );
    if (!one) return sound;
    sound = [...sound, one];
  }
}

/**
 * Returns all rows as the database has them, with the removals: at the first start, or because an operator on the signer's machine
 * has accepted them. What was signed about them before counts no more.
 */
export async function acceptRows(
  context: RowsContext,
  pinned: readonly PinnedRow[],
  present: readonly ConfigurationRow[],
  now: Date,
): Promise<readonly PinnedRow[]> {
  const differing = pairDiffering(pinned, present);
  const decisions = await findDecisions(context, differing.map(nameRow), configuredBy(context, present));
  const accepted = differing.map((pair) => pinAt(pair, decisions.get(nameRow(pair)) ?? [], now));
  return replaceRows(pinned, accepted);
}

/** Returns the rows that are in force. */
export function rowsInForce(pinned: readonly PinnedRow[]): readonly ConfigurationRow[] {
  return pinned.filter(({ value }) => value !== null);
}

function pairDiffering(pinned: readonly PinnedRow[], present: readonly ConfigurationRow[]): readonly Pair[] {
  const pins = new Map(pinned.map((row) => [nameRow(row), row]));
  const rows = new Map(present.map((row) => [nameRow(row), row]));
  const all = new Map<string, Pick<ConfigurationRow, 'kind' | 'key'>>([...pins, ...rows]);
  return [...all]
    .map(([name, { kind, key }]) => ({ kind, key, pinned: pins.get(name), present: rows.get(name)?.value ?? null }))
    .filter((pair) => !isDeepStrictEqual(pair.pinned?.value ?? null, pair.present));
}

function pinAt({ kind, key, present }: Pair, decisions: readonly RowDecision[], now: Date): PinnedRow {
  return { kind, key, value: present, decidedAt: now.toISOString(), used: decisions.map(({ hash }) => hash) };
}

function replaceRows(pinned: readonly PinnedRow[], accepted: readonly PinnedRow[]): readonly PinnedRow[] {
  return [...new Map([...pinned, ...accepted].map((row) => [nameRow(row), row])).values()];
}

function describePair(pair: Pair): Contradiction {
  const isPinned = pair.pinned !== undefined && pair.pinned.value !== null;
  const change = pair.present === null ? 'removed' : isPinned ? 'changed' : 'added';
  return { row: nameRow(pair), change };
}

function fitsTogether({ seeds }: RowsContext, pinned: readonly PinnedRow[]): boolean {
  try {
    buildUsedSettings(rowsInForce(pinned), seeds);
    return true;
  } catch (error) {
    if (error instanceof ConfigurationError) return false;
    throw error;
  }
}

function configuredBy({ seeds }: RowsContext, rows: readonly ConfigurationRow[]): Configured {
  return { rows: async () => rows, settings: async () => buildUsedSettings(rows, seeds) };
}

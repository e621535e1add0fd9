import { isDeepStrictEqual } from 'node:util';
import { ConfigurationError, type ConfigurationRow } from '../../configuration/configurationKinds.ts';
import type { ConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import type { SignedRequestContext } from '../signedRequests/findSignedRequests.ts';
import type { AcceptedRow } from './acceptedRowFile.ts';
import { findDecisions } from './findDecisions.ts';
import { judgeRow, type RowDecision } from './judgeRow.ts';
import { buildUsedSettings, formatRowName } from './usedRows.ts';

/**
 * A row of the database that differs from the accepted one without a signed change. The accepted one stays in force.
 */
export type Contradiction = {
  readonly row: string;
  readonly change: 'changed' | 'added' | 'removed';
};

export type RowsContext = Omit<SignedRequestContext, 'twoAboveEuroCents'> & {
  /** The rows from the product's own files and from the operator's folders. */
  readonly seeds: readonly ConfigurationRow[];
};

export type JudgedRows = {
  readonly pinned: readonly AcceptedRow[];
  readonly contradictions: readonly Contradiction[];
  /** Names of the rows that this call accepted. */
  readonly accepted: readonly string[];
};

type Pair = {
  readonly kind: string;
  readonly key: string;
  readonly pinned: AcceptedRow | undefined;
  readonly present: unknown;
};

/** Compares the accepted rows with those of the database, and accepts signed changes and rows that the seeds add. */
export async function judgeRows(
  context: RowsContext,
  pinned: readonly AcceptedRow[],
  present: readonly ConfigurationRow[],
  now: Date,
): Promise<JudgedRows> {
  const differing = pairDiffering(pinned, present);
  if (differing.length === 0) return { pinned, contradictions: [], accepted: [] };
  const seeded = new Map(context.seeds.map((seed) => [formatRowName(seed), seed.value]));
  const decisions = await findDecisions(
    context,
    differing.map(formatRowName),
    createRowReader(context, listRowsInForce(pinned)),
  );
  const accepted = differing.flatMap((pair): readonly AcceptedRow[] => {
    const name = formatRowName(pair);
    if (!pair.pinned && isDeepStrictEqual(pair.present, seeded.get(name))) return [acceptRowAt(pair, [], now)];
    const row = judgeRow({ ...pair, decisions: decisions.get(name) ?? [] });
    return row ? [row] : [];
  });
  const sound = findConsistentRows(context, pinned, accepted);
  const names = new Set(sound.map(formatRowName));
  return {
    pinned: replaceRows(pinned, sound),
    accepted: [...names],
    contradictions: differing.filter((pair) => !names.has(formatRowName(pair))).map(describePair),
  };
}

/**
 * Returns those of the newly accepted rows that are consistent with the rows in force: a row may need another one that is not
 * accepted.
 */
function findConsistentRows(
  context: RowsContext,
  pinned: readonly AcceptedRow[],
  accepted: readonly AcceptedRow[],
): readonly AcceptedRow[] {
  if (accepted.length === 0 || areConsistent(context, replaceRows(pinned, accepted))) return accepted;
  let sound: readonly AcceptedRow[] = [];
  for (;;) {
    const one = accepted.find(
      (row) => !sound.includes(row) && areConsistent(context, replaceRows(pinned, [...sound, row])),
    );
    if (!one) return sound;
    sound = [...sound, one];
  }
}

/**
 * Returns all rows and removals in the database as accepted: at the first start, or because an operator on the signer's
 * machine has accepted them. Earlier signed changes of these rows are no longer applied.
 */
export async function acceptRows(
  context: RowsContext,
  pinned: readonly AcceptedRow[],
  present: readonly ConfigurationRow[],
  now: Date,
): Promise<readonly AcceptedRow[]> {
  const differing = pairDiffering(pinned, present);
  const decisions = await findDecisions(context, differing.map(formatRowName), createRowReader(context, present));
  const accepted = differing.map((pair) => acceptRowAt(pair, decisions.get(formatRowName(pair)) ?? [], now));
  return replaceRows(pinned, accepted);
}

/** Returns the rows that are in force. */
export function listRowsInForce(pinned: readonly AcceptedRow[]): readonly ConfigurationRow[] {
  return pinned.filter(({ value }) => value !== null);
}

function pairDiffering(pinned: readonly AcceptedRow[], present: readonly ConfigurationRow[]): readonly Pair[] {
  const pins = new Map(pinned.map((row) => [formatRowName(row), row]));
  const rows = new Map(present.map((row) => [formatRowName(row), row]));
  const all = new Map<string, Pick<ConfigurationRow, 'kind' | 'key'>>([...pins, ...rows]);
  return [...all]
    .map(([name, { kind, key }]) => ({ kind, key, pinned: pins.get(name), present: rows.get(name)?.value ?? null }))
    .filter((pair) => !isDeepStrictEqual(pair.pinned?.value ?? null, pair.present));
}

function acceptRowAt({ kind, key, present }: Pair, decisions: readonly RowDecision[], now: Date): AcceptedRow {
  return { kind, key, value: present, decidedAt: now.toISOString(), used: decisions.map(({ hash }) => hash) };
}

function replaceRows(pinned: readonly AcceptedRow[], accepted: readonly AcceptedRow[]): readonly AcceptedRow[] {
  return [...new Map([...pinned, ...accepted].map((row) => [formatRowName(row), row])).values()];
}

function describePair(pair: Pair): Contradiction {
  const isPinned = pair.pinned !== undefined && pair.pinned.value !== null;
  const change = pair.present === null ? 'removed' : isPinned ? 'changed' : 'added';
  return { row: formatRowName(pair), change };
}

function areConsistent({ seeds }: RowsContext, pinned: readonly AcceptedRow[]): boolean {
  try {
    buildUsedSettings(listRowsInForce(pinned), seeds);
    return true;
  } catch (error) {
    if (error instanceof ConfigurationError) return false;
    throw error;
  }
}

function createRowReader({ seeds }: RowsContext, rows: readonly ConfigurationRow[]): ConfigurationReader {
  return { rows: async () => rows, settings: async () => buildUsedSettings(rows, seeds) };
}

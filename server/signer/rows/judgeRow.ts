import { isDeepStrictEqual } from 'node:util';
import { mayBeRemoved } from '../../configuration/changeConfiguration.ts';
import { ConfigurationError, type ConfigurationRow, readRow } from '../../configuration/kinds.ts';
import type { RowChange } from '../../configuration/rowChange.ts';
import { rowEdition } from '../../configuration/rowEdition.ts';
import type { PinnedRow } from './pinnedRowFile.ts';

/** A change of a row that enough operators have signed. */
export type RowDecision = {
  /** Of the statement that asked for it. */
  readonly hash: string;
  readonly change: RowChange;
  /** From when it may be made, in ms: the last signature that it needed, or the time that was signed with it. */
  readonly at: number;
};

/** Statements are dated by the machines of those who sign, whose clocks differ. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

export type RowToJudge = {
  readonly kind: string;
  readonly key: string;
  readonly pinned: PinnedRow | undefined;
  /** As the database has it; null if it is not there. */
  readonly present: unknown;
  /** All that are signed about it and in effect. */
  readonly decisions: readonly RowDecision[];
};

/**
 * Returns the row to pin if the decisions made since lead from the pinned row to the present one, or undefined. All of them count,
 * the earliest first: a row that only the first of two leads to was superseded. Pure.
 */
export function judgeRow({ kind, key, pinned, present, decisions }: RowToJudge): PinnedRow | undefined {
  const since = pinned ? Date.parse(pinned.decidedAt) - CLOCKS_DIFFER_MS : Number.NEGATIVE_INFINITY;
  const news = decisions
    .filter(({ hash, at }) => at > since && !pinned?.used.includes(hash))
    .toSorted((a, b) => a.at - b.at);
  const last = news.at(-1);
  if (!last) return undefined;
  const value = news.reduce<unknown>((before, { change }) => applyChange(before, change), pinned?.value ?? null);
  if (!isSameRow({ kind, key, value }, { kind, key, value: present })) return undefined;
  const at = Math.max(last.at, pinned ? Date.parse(pinned.decidedAt) : last.at);
  const used = decisions.map(({ hash }) => hash);
  return { kind, key, value: present, decidedAt: new Date(at).toISOString(), used };
}

/** Returns whether two values mean the same: a clerk of another version may leave a default out. One that cannot be read means nothing. */
function isSameRow(one: ConfigurationRow, other: ConfigurationRow): boolean {
  const [a, b] = [one, other].map((row) => (row.value === null ? null : readOrNothing(row)));
  return a !== undefined && isDeepStrictEqual(a, b);
}

function readOrNothing(row: ConfigurationRow): unknown {
  try {
    return readRow(row).value;
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}

/** Returns what the clerk would make of a row. A change that the clerk would refuse leaves it as it is. */
function applyChange(before: unknown, { kind, key, fields, edition }: RowChange): unknown {
  if (edition !== undefined && edition !== rowEdition(before)) return before;
  if (fields === null) return mayBeRemoved(kind) ? null : before;
  const merged = Object.entries<unknown>({ ...(before as object | null), ...fields }).filter(
    ([, value]) => value !== null,
  );
  const value = readOrNothing({ kind, key, value: Object.fromEntries(merged) });
  return value === undefined ? before : orderAsStored(value);
}

/** Returns the fields in the order in which PostgreSQL stores them, by which a row's edition is counted: the shorter name first. */
function orderAsStored(value: unknown): unknown {
  const fields = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(fields.toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)));
}

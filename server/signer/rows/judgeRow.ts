import { isDeepStrictEqual } from 'node:util';
import { canBeRemoved } from '../../configuration/changeConfiguration.ts';
import { computeRowEdition } from '../../configuration/computeRowEdition.ts';
import {
  ConfigurationError,
  type ConfigurationRow,
  parseConfigurationRow,
} from '../../configuration/configurationKinds.ts';
import type { RowChange } from '../../configuration/rowChange.ts';
import type { AcceptedRow } from './acceptedRowFile.ts';

/** A change of a row that enough operators have signed. */
export type RowDecision = {
  /** The hash of the statement that requested it. */
  readonly hash: string;
  readonly change: RowChange;
  /** When it takes effect, in ms: at the last required signature, or later if a later time was signed with it. */
  readonly at: number;
};

/** Tolerance for clock differences: the machines of the people who sign date their statements. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

export type RowToJudge = {
  readonly kind: string;
  readonly key: string;
  readonly pinned: AcceptedRow | undefined;
  /** The row in the database; null if it is not there. */
  readonly present: unknown;
  /** All signed changes of the row that are in effect. */
  readonly decisions: readonly RowDecision[];
};

/**
 * Returns the row to accept if the later decisions, applied in order, turn the accepted row into the present one; otherwise
 * undefined. All of them must be applied: the result of only some of them was superseded. Pure.
 */
export function judgeRow({ kind, key, pinned, present, decisions }: RowToJudge): AcceptedRow | undefined {
  const since = pinned ? Date.parse(pinned.decidedAt) - CLOCKS_DIFFER_MS : Number.NEGATIVE_INFINITY;
  const laterDecisions = decisions
    .filter(({ hash, at }) => at > since && !pinned?.used.includes(hash))
    .toSorted((a, b) => a.at - b.at);
  const last = laterDecisions.at(-1);
  if (!last) return undefined;
  const value = laterDecisions.reduce<unknown>(
    (before, { change }) => applyChange(before, change),
    pinned?.value ?? null,
  );
  if (!isSameRow({ kind, key, value }, { kind, key, value: present })) return undefined;
  const at = Math.max(last.at, pinned ? Date.parse(pinned.decidedAt) : last.at);
  const used = decisions.map(({ hash }) => hash);
  return { kind, key, value: present, decidedAt: new Date(at).toISOString(), used };
}

/**
 * Returns true if two rows are equal after parsing: a clerk of another version may omit a default. A value that cannot be
 * parsed equals none.
 */
function isSameRow(one: ConfigurationRow, other: ConfigurationRow): boolean {
  const [a, b] = [one, other].map((row) => (row.value === null ? null : parseOrUndefined(row)));
  return a !== undefined && isDeepStrictEqual(a, b);
}

function parseOrUndefined(row: ConfigurationRow): unknown {
  try {
    return parseConfigurationRow(row).value;
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}

/** Returns the row after the clerk applies the change. A change that the clerk would refuse leaves it as it is. */
function applyChange(before: unknown, { kind, key, fields, edition }: RowChange): unknown {
  if (edition !== undefined && edition !== computeRowEdition(before)) return before;
  if (fields === null) return canBeRemoved(kind) ? null : before;
  const merged = Object.entries<unknown>({ ...(before as object | null), ...fields }).filter(
    ([, value]) => value !== null,
  );
  const value = parseOrUndefined({ kind, key, value: Object.fromEntries(merged) });
  return value === undefined ? before : sortAsStored(value);
}

/** Returns the fields in PostgreSQL's storage order, shorter names first, from which a row's edition is computed. */
function sortAsStored(value: unknown): unknown {
  const fields = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(fields.toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)));
}

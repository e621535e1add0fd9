import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import {
  countDecidedAttempts,
  type DecidedAttempts,
  type DeclineFilter,
  listDeclinedAttempts,
} from './declineStore.ts';
import { dayOf } from './period.ts';

const PAGE = 50;

export async function readDeclines(
  { database }: ConsoleContext,
  input: ConsoleCallInput<'reportDeclines'>,
): Promise<ConsoleCallData<'reportDeclines'>> {
  return composeDeclines(await countDecidedAttempts(database, dayOf(input)));
}

/** Pure. */
export function composeDeclines(rows: readonly DecidedAttempts[]): ConsoleCallData<'reportDeclines'> {
  const declined = rows.filter((row) => row.reason !== null);
  const distinct = (values: readonly string[]) => [...new Set(values)];
  const reasons = distinct(declined.map(({ reason }) => reason ?? '')).map((reason) => ({
    reason,
    declined: sumOf(declined.filter((row) => row.reason === reason)),
  }));
  const countries = distinct(rows.map(({ country }) => country)).map((country) => ({
    country,
    attempts: sumOf(rows.filter((row) => row.country === country)),
    declined: sumOf(declined.filter((row) => row.country === country)),
  }));
  return {
    attempts: sumOf(rows),
    declined: sumOf(declined),
    reasons: reasons.toSorted((one, other) => other.declined - one.declined || compare(one.reason, other.reason)),
    countries: countries.toSorted(
      (one, other) =>
        other.declined - one.declined || other.attempts - one.attempts || compare(one.country, other.country),
    ),
  };
}

/** Returns a page of declined attempts with their orders. Throws `act_refused` for a cursor that no page had. */
export async function readDeclined(
  { database }: ConsoleContext,
  input: ConsoleCallInput<'reportDeclined'>,
): Promise<ConsoleCallData<'reportDeclined'>> {
  const { reason, country, cursor } = input;
  const filter = { reason, country, after: readCursor(cursor) };
  const found = await listDeclinedAttempts(database, dayOf(input), filter, PAGE + 1);
  const page = found.slice(0, PAGE);
  const last = page.at(-1);
  return {
    list: page.map(({ id: _id, sortedAt: _sortedAt, at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
    cursor: last && found.length > PAGE ? `${last.sortedAt} ${last.id}` : null,
  };
}

/** Such as `2026-11-21 10:38:12.123456+00 attempt_…`. */
const CURSOR = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?) ([\w-]{1,80})$/;

function readCursor(cursor: string | undefined): DeclineFilter['after'] {
  if (cursor === undefined) return undefined;
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || id === undefined)
    throw new AppError('act_refused', { reason: 'This page of the list is not known. Load the report again.' });
  return { at, id };
}

function sumOf(rows: readonly DecidedAttempts[]): number {
  return rows.reduce((sum, { attempts }) => sum + attempts, 0);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

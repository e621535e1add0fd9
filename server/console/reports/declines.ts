import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { formatPageCursor, parsePageCursor } from '../pageCursor.ts';
import { countDecidedAttempts, type DecidedAttempts, listDeclinedAttempts } from './declineStore.ts';
import { parsePeriod } from './parsePeriod.ts';

const PAGE_SIZE = 50;

export async function readDeclines(
  { database }: ConsoleContext,
  input: ConsoleCallInput<'reportDeclines'>,
): Promise<ConsoleCallData<'reportDeclines'>> {
  return composeDeclines(await countDecidedAttempts(database, parsePeriod(input)));
}

/** Returns the report of decline reasons and countries. Pure. */
export function composeDeclines(rows: readonly DecidedAttempts[]): ConsoleCallData<'reportDeclines'> {
  const declined = rows.filter((row) => row.reason !== null);
  const distinct = (values: readonly string[]) => [...new Set(values)];
  const reasons = distinct(declined.map(({ reason }) => reason ?? '')).map((reason) => ({
    reason,
    declined: sumAttempts(declined.filter((row) => row.reason === reason)),
  }));
  const countries = distinct(rows.map(({ country }) => country)).map((country) => ({
    country,
    attempts: sumAttempts(rows.filter((row) => row.country === country)),
    declined: sumAttempts(declined.filter((row) => row.country === country)),
  }));
  return {
    attempts: sumAttempts(rows),
    declined: sumAttempts(declined),
    reasons: reasons.toSorted((one, other) => other.declined - one.declined || compare(one.reason, other.reason)),
    countries: countries.toSorted(
      (one, other) =>
        other.declined - one.declined || other.attempts - one.attempts || compare(one.country, other.country),
    ),
  };
}

/** Returns a page of declined attempts with their orders. Throws `act_refused` for a malformed cursor. */
export async function readDeclinedAttempts(
  { database }: ConsoleContext,
  input: ConsoleCallInput<'reportDeclined'>,
): Promise<ConsoleCallData<'reportDeclined'>> {
  const { reason, country, cursor } = input;
  const filter = { reason, country, after: parsePageCursor(cursor) };
  const found = await listDeclinedAttempts(database, parsePeriod(input), filter, PAGE_SIZE + 1);
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    list: page.map(({ id: _id, sortedAt: _sortedAt, at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
    cursor: last && found.length > PAGE_SIZE ? formatPageCursor({ at: last.sortedAt, id: last.id }) : null,
  };
}

function sumAttempts(rows: readonly DecidedAttempts[]): number {
  return rows.reduce((sum, { attempts }) => sum + attempts, 0);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

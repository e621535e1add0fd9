import type { Database } from '../platform/database/database.ts';
import { judgeAsked } from '../platform/persons/judgeStatement.ts';
import { findStatement } from '../platform/persons/operatorStatementStore.ts';
import { loadPersons } from '../platform/persons/personStatementStore.ts';
import type { RootKey } from '../platform/persons/readPersons.ts';
import { argumentsOf } from '../platform/persons/requested.ts';
import { type Right, rights } from '../platform/persons/rights.ts';
import { statementTime } from '../platform/persons/statementTime.ts';
import type { Order } from '../purchase/order/order.ts';
import { matchRequests } from './matchRequestStore.ts';

export type WordsContext = {
  readonly database: Database;
  /** Of the signer's own environment. */
  readonly rootKeys: readonly RootKey[];
  readonly isSandbox: boolean;
  /** Above it the word of one person is none. */
  readonly twoAboveEuroCents: bigint;
};

/**
 * Bookings that persons have matched with an order by hand, by their ids: what the rows say counts only where persons have
 * signed just that, two of them for what is worth more. A booking that is matched twice was matched by them.
 */
export async function matchedByPersons(context: WordsContext, order: Order): Promise<readonly string[]> {
  const { database, rootKeys, twoAboveEuroCents } = context;
  const requests = await matchRequests(database, order.orderNo);
  if (requests.length === 0) return [];
  const persons = await loadPersons(database, rootKeys);
  const now = await statementTime(context);
  const { asks, approves }: Right = rights.match;
  const takesTwo = order.euroCents > twoAboveEuroCents;
  const entries = await Promise.all(
    requests.map(async ({ askedWith, approvedWith, entry }) => {
      const asked = await findStatement(database, askedWith);
      if (!asked) return [];
      const words = { asked, approved: await findStatement(database, approvedWith) };
      const said = argumentsOf({ action: 'match', subject: order.orderNo, input: { entry } });
      const doing = { act: 'match', arguments: said, takesTwo, asks, approves: approves ?? [] };
      return judgeAsked(words, doing, { persons, now }).kind === 'ok' ? [entry] : [];
    }),
  );
  return [...new Set(entries.flat())];
}

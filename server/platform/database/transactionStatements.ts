import type pg from 'pg';
import type { Row } from './database.ts';

type StatementSender = <T extends Row>(
  statement: string | pg.QueryConfig,
  values?: unknown[],
) => Promise<pg.QueryResult<T>>;

export type TransactionStatements = {
  /** Errors of the database, oldest first. */
  readonly failures: ReadonlySet<unknown>;
  readonly query: StatementSender;
  /** Does not wait for `begin`, unless an earlier statement does. For statements such as locks, harmless if `begin` fails. */
  readonly queryAhead: StatementSender;
  /** Ends the transaction after all sent statements. */
  end(how: 'commit' | 'rollback'): Promise<pg.QueryResult>;
};

/**
 * Begins a transaction on a connection. Statements are sent at once and executed in order. None is sent after the end, or,
 * except by `queryAhead`, before `begin` has succeeded, since it would be committed on its own.
 */
export function beginTransaction(client: pg.PoolClient): TransactionStatements {
  const failures = new Set<unknown>();
  let isBegun = false;
  let isWaitedFor = false;
  let isOver = false;
  const send: StatementSender = async (statement, values) => {
    try {
      return await client.query(statement, values);
    } catch (error) {
      failures.add(error);
      throw error;
    }
  };
  const begun = send('begin').then(() => {
    isBegun = true;
  });
  // Callers that wait for `begin` get its rejection; without any caller it must not be unhandled.
  begun.catch(() => undefined);
  const sendInside: StatementSender = (statement, values) => {
    if (isOver) throw new Error('a statement came after the end of its transaction');
    return send(statement, values);
  };
  return {
    failures,
    async queryAhead(statement, values) {
      if (isWaitedFor && !isBegun) await begun;
      return sendInside(statement, values);
    },
    async query(statement, values) {
      isWaitedFor = true;
      if (!isBegun) await begun;
      return sendInside(statement, values);
    },
    async end(how) {
      if (!isBegun) await begun;
      isOver = true;
      return send(how);
    },
  };
}

import type pg from 'pg';
import type { Row } from './database.ts';

type Send = <T extends Row>(statement: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult<T>>;

export type TransactionStatements = {
  /** What the database answered that was no success, the first one first. */
  readonly failures: ReadonlySet<unknown>;
  readonly query: Send;
  /** Does not wait for `begin`: for what leaves nothing behind where that fails, as a lock. */
  readonly queryAhead: Send;
  /** After everything that was sent. */
  end(how: 'commit' | 'rollback'): Promise<pg.QueryResult>;
};

/**
 * Begins a transaction on a connection, whose statements go off at once and are done in the order in which they come. None goes
 * before its `begin` has succeeded, or it would be committed alone; for the same reason none goes after its end.
 */
export function beginTransaction(client: pg.PoolClient): TransactionStatements {
  const failures = new Set<unknown>();
  let isBegun = false;
  let isOver = false;
  const send: Send = async (statement, values) => {
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
  // Whoever waits for it hears of it.
  begun.catch(() => undefined);
  const queryAhead: Send = async (statement, values) => {
    if (isOver) throw new Error('a statement came after the end of its transaction');
    return send(statement, values);
  };
  return {
    failures,
    queryAhead,
    async query(statement, values) {
      if (!isBegun) await begun;
      return queryAhead(statement, values);
    },
    async end(how) {
      if (!isBegun) await begun;
      isOver = true;
      return send(how);
    },
  };
}

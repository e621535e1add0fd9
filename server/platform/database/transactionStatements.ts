import type pg from 'pg';
import type { Row } from './database.ts';

type Send = <T extends Row>(statement: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult<T>>;

export type TransactionStatements = {
  /** What the database answered that was no success, the first one first. */
  readonly failures: ReadonlySet<unknown>;
  readonly query: Send;
  /** Waits for `begin` only behind what does: for what leaves nothing behind where that fails, as a lock. */
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
  let isWaitedFor = false;
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
  const sendInside: Send = (statement, values) => {
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

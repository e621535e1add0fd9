import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Database, Queryable, Transaction } from './database.ts';

/** A step of a plan, as PostgreSQL tells it in JSON. */
export type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  /** Of each time that it was run, and how often that was; of a statement that was run. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
};

/** All steps of a statement's plan; with `analyze` it is run, and each step says how many rows it had. */
export async function planOf(
  connection: Pick<pg.Pool | pg.PoolClient, 'query'>,
  { text, values }: Pick<Sql, 'text' | 'values'>,
  { analyze = false } = {},
): Promise<readonly Plan[]> {
  const { rows } = await connection.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    `explain (analyze ${analyze}, format json) ${text}`,
    values,
  );
  return rows.flatMap(({ 'QUERY PLAN': plans }) => plans.flatMap(({ Plan: plan }) => nodesOf(plan)));
}

function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The database, each of whose statements is looked at before it is run. */
export function lookedAt(database: Database, look: (statement: Sql) => Promise<void>): Database {
  const looking = <Target extends Queryable>(target: Target): Target => ({
    ...target,
    many: (statement: Sql) => look(statement).then(() => target.many(statement)),
    one: (statement: Sql) => look(statement).then(() => target.one(statement)),
    maybeOne: (statement: Sql) => look(statement).then(() => target.maybeOne(statement)),
    run: (statement: Sql) => look(statement).then(() => target.run(statement)),
  });
  return {
    ...looking(database),
    transaction: (work) => database.transaction((transaction: Transaction) => work(looking(transaction))),
  };
}

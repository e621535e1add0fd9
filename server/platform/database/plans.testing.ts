import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Database, Queryable, Transaction } from './database.ts';

/** A node of a plan, as in PostgreSQL's JSON. */
export type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  /** Per loop, and the number of loops; only with `analyze`. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
};

/** Returns all nodes of a statement's plan; with `analyze` the statement is run and each node has its row count. */
export async function explainStatement(
  connection: Pick<pg.Pool | pg.PoolClient, 'query'>,
  { text, values }: Pick<Sql, 'text' | 'values'>,
  { analyze = false } = {},
): Promise<readonly PlanNode[]> {
  const { rows } = await connection.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    `explain (analyze ${analyze}, format json) ${text}`,
    values,
  );
  return rows.flatMap(({ 'QUERY PLAN': plans }) => plans.flatMap(({ Plan: plan }) => listPlanNodes(plan)));
}

function listPlanNodes(plan: PlanNode): readonly PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listPlanNodes)];
}

/** Returns the database with a hook called before each `many`, `one`, `maybeOne` and `run`, also within `transaction`. */
export function withStatementHook(database: Database, hook: (statement: Sql) => Promise<void>): Database {
  const withHook = <Target extends Queryable>(target: Target): Target => ({
    ...target,
    many: (statement: Sql) => hook(statement).then(() => target.many(statement)),
    one: (statement: Sql) => hook(statement).then(() => target.one(statement)),
    maybeOne: (statement: Sql) => hook(statement).then(() => target.maybeOne(statement)),
    run: (statement: Sql) => hook(statement).then(() => target.run(statement)),
  });
  return {
    ...withHook(database),
    transaction: (work) => database.transaction((transaction: Transaction) => work(withHook(transaction))),
  };
}

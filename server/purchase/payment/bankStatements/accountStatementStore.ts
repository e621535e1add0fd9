import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import type { KnownStatement } from './statementContinuity.ts';

type AccountInCurrency = { readonly account: string; readonly currency: string };

/** Serializes the import of files about one account and currency, until the transaction ends. */
export async function lockBankAccount(
  transaction: Transaction,
  { account, currency }: AccountInCurrency,
): Promise<void> {
  await transaction.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`bank account ${account} ${currency}`}, 0))`,
  );
}

/** Returns the first and the last statement of every unbroken run, oldest first, and every statement with that id. */
export async function findKnownStatements(
  transaction: Transaction,
  { account, currency }: AccountInCurrency,
  statementId: string,
): Promise<KnownStatement[]> {
  const rows = await transaction.many<KnownRow>(sql`
    select * from (
      select s.id, s.statement_id as "statementId", s.sequence_number, s.page_number,
        to_char(s.closed_on, 'YYYY-MM-DD') as "closedOn", s.opening_units as opening, s.closing_units as closing, s.uncounted, s.follows,
        exists (select 1 from account_statements n where n.follows = s.id) as followed
      from account_statements s where s.account = ${account} and s.currency = ${currency}
    ) known
    where follows is null or not followed or "statementId" = ${statementId}
    order by "closedOn", id`);
  return rows.map(({ uncounted, ...row }) => ({
    ...row,
    uncounted: uncounted.map(({ on, units }) => ({ on, units: BigInt(units) })),
  }));
}

/** Minor units are text: a JSON number could lose digits. */
type KnownRow = Omit<KnownStatement, 'uncounted'> & {
  readonly uncounted: readonly { readonly on: string; readonly units: string }[];
};

export async function insertAccountStatement(
  transaction: Transaction,
  statement: AccountInCurrency &
    Pick<
      KnownStatement,
      'statementId' | 'sequenceNumber' | 'pageNumber' | 'closedOn' | 'opening' | 'closing' | 'uncounted' | 'follows'
    > & {
      readonly hash: Buffer;
      readonly net: bigint;
      /** Who allowed the sequence to restart although the previous statement is missing. */
      readonly restartedBy: string | null;
    },
): Promise<number> {
  const uncounted = JSON.stringify(statement.uncounted.map(({ on, units }) => ({ on, units: String(units) })));
  const { id } = await transaction.one<{ id: number }>(sql`
    insert into account_statements (file_hash, account, currency, statement_id, sequence_number, page_number, closed_on,
      opening_units, net_units, closing_units, uncounted, follows, started_by, created_at)
    values (${statement.hash}, ${statement.account}, ${statement.currency}, ${statement.statementId},
      ${statement.sequenceNumber}, ${statement.pageNumber}, ${statement.closedOn},
      ${String(statement.opening)}::numeric, ${String(statement.net)}::numeric, ${String(statement.closing)}::numeric,
      ${uncounted}::jsonb,
      ${statement.follows}, ${statement.restartedBy}, slipway_now()) returning id`);
  return id;
}

/** Links a statement that restarted the sequence to the preceding statement, which was imported later. */
export async function linkToPrecedingStatement(transaction: Transaction, id: number, follows: number): Promise<void> {
  await transaction.run(sql`update account_statements set follows = ${follows} where id = ${id} and follows is null`);
}

/** Returns whether transfers were sent from this account, or a statement of it was imported. */
export async function hasUsedAccount(database: Queryable, account: string): Promise<boolean> {
  const { ours } = await database.one<{ ours: boolean }>(sql`
    select exists (select 1 from account_statements where account = ${account})
      or exists (select 1 from transfer_batches where account = ${account}) as ours`);
  return ours;
}

/**
 * Returns whether the statements of that day are complete: a statement that continues another covers the day, and a later
 * statement was imported. Banks may issue several statements for one day.
 */
export async function isDayFullyStated(
  database: Queryable,
  { account, currency }: AccountInCurrency,
  day: string,
): Promise<boolean> {
  const { isFullyStated } = await database.one<{ isFullyStated: boolean }>(sql`
    select coalesce((
      select s.follows is not null from account_statements s
      where s.account = ${account} and s.currency = ${currency} and s.closed_on >= ${day}::date
      order by s.closed_on, s.id limit 1
    ), false) and exists (
      select 1 from account_statements s
      where s.account = ${account} and s.currency = ${currency} and s.closed_on > ${day}::date
    ) as is_fully_stated`);
  return isFullyStated;
}

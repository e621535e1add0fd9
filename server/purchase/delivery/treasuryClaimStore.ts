import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Chain, ExistingClaims, LivePayout, UnsignedPayout } from '../../providers/chain/chainPort.ts';

/** Returns whether a live payout spends an output of any of these transactions. */
export async function isSpentByLivePayout(
  transaction: Transaction,
  network: string,
  transactionIds: readonly string[],
): Promise<boolean> {
  const found = await transaction.maybeOne(sql`
    select 1 from payout_inputs where network = ${network} and live and txid = any(${[...transactionIds]}) limit 1`);
  return found !== undefined;
}

/** Locks the paying address: no other worker reserves from it until the transaction ends. */
export async function lockTreasury(transaction: Transaction, network: string, fromAddress: string): Promise<void> {
  await transaction.lock(sql`select pg_advisory_xact_lock(hashtextextended(${`${network} ${fromAddress}`}, 0))`);
}

/** The chain properties that determine a paying address's payouts and their largest fee. */
export type PayingAddress = Pick<Chain, 'network' | 'treasuryAddress' | 'worstFee'>;

/**
 * Returns payouts of the paying address that no final block contains, one for each batch: any of their signed forms may
 * still be mined.
 */
async function listLivePayouts(
  database: Queryable,
  { network, treasuryAddress, worstFee }: PayingAddress,
): Promise<readonly (LivePayout & { readonly superseded: readonly string[] })[]> {
  // One row per transaction, so that its claims count once even if it pays several orders.
  const rows = await database.many<{
    nonce: number | null;
    asset: string;
    units: bigint;
    forms: readonly UnsignedPayout[];
    newestFirst: readonly string[];
  }>(sql`
    select f.nonce, f.asset, b.units, v.forms, v."newestFirst"
    from (
      select p.batch_id, sum(p.units) as units from payouts p
      where p.network = ${network} and p.from_address = ${treasuryAddress}
        and p.status in ('signed', 'broadcast', 'confirmed')
      group by p.batch_id) b
    join payouts f on f.id = b.batch_id
    cross join lateral (
      select jsonb_agg(unsigned) as forms, array_agg(transaction_id order by number desc) as "newestFirst"
      from payout_variants where payout_id = f.id) v`);
  return rows.map(({ nonce, asset, units, forms, newestFirst }) => ({
    nonce: nonce ?? undefined,
    asset,
    units,
    worstFee: forms.map(worstFee).reduce((most, fee) => (fee > most ? fee : most), 0n),
    superseded: newestFirst.slice(1),
  }));
}

/**
 * Returns all claims of a paying address. Read under the treasury lock: the database rejects conflicting claims made
 * without it.
 */
export async function listTreasuryClaims(transaction: Transaction, chain: PayingAddress): Promise<ExistingClaims> {
  const { network, treasuryAddress: fromAddress } = chain;
  const [{ nextNonce, waiting }, rows, live] = await Promise.all([
    transaction.one<{ nextNonce: number; waiting: number }>(sql`
      select
        (select coalesce(max(nonce) + 1, 0) from payouts
          where network = ${network} and from_address = ${fromAddress} and nonce is not null) as next_nonce,
        (select count(distinct batch_id)::int from payouts
          where network = ${network} and from_address = ${fromAddress} and status in ('signed', 'broadcast')
            and confirmations = 0) as waiting`),
    transaction.many<{ txid: string; outputIndex: number }>(
      sql`select txid, output_index from payout_inputs where network = ${network} and live`,
    ),
    listLivePayouts(transaction, chain),
  ]);
  return {
    nextNonce,
    waiting,
    live,
    held: new Set(rows.map(({ txid, outputIndex }) => `${txid}:${outputIndex}`)),
    superseded: new Set(live.flatMap(({ superseded }) => superseded)),
  };
}

/** Splits `<id>:<index>`. */
export function parseHeldOutput(held: string): { readonly id: string; readonly index: number } {
  const [, id, index] = /^(.+):(\d{1,9})$/.exec(held) ?? [];
  if (id === undefined) throw new TypeError(`${held} does not have the form <id>:<index>`);
  return { id, index: Number(index) };
}

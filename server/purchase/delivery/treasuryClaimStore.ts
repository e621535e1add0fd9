import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Chain, ClaimedSoFar, LivePayout, UnsignedPayout } from '../../providers/chain/chainPort.ts';

/** Whether a live payout claims what any of these transactions makes. */
export async function isBuiltOn(
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

/** What of a chain says which payouts leave from where, and what they may take. */
export type Paying = Pick<Chain, 'network' | 'treasuryAddress' | 'worstFee'>;

/** Payouts of the paying address that no block holds for good: any of their signed forms may still be mined. */
async function livePayouts(
  database: Queryable,
  { network, treasuryAddress, worstFee }: Paying,
): Promise<readonly (LivePayout & { readonly superseded: readonly string[] })[]> {
  // One row for a transaction: what it takes is taken once, however many it pays.
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

/** Read while the treasury is locked: whatever is claimed besides would be refused by the database. */
export async function claimedSoFar(transaction: Transaction, chain: Paying): Promise<ClaimedSoFar> {
  const { network, treasuryAddress: fromAddress } = chain;
  const [{ nextNonce, waiting }, rows, live] = await Promise.all([
    transaction.one<{ nextNonce: number; waiting: number }>(sql`
      select
        (select coalesce(max(nonce) + 1, 0) from payouts
          where network = ${network} and from_address = ${fromAddress} and nonce is not null) as "nextNonce",
        (select count(distinct batch_id)::int from payouts
          where network = ${network} and from_address = ${fromAddress} and status in ('signed', 'broadcast')
            and confirmations = 0) as waiting`),
    transaction.many<{ txid: string; output_index: number }>(
      sql`select txid, output_index from payout_inputs where network = ${network} and live`,
    ),
    livePayouts(transaction, chain),
  ]);
  return {
    nextNonce,
    waiting,
    live,
    held: new Set(rows.map(({ txid, output_index }) => `${txid}:${output_index}`)),
    superseded: new Set(live.flatMap(({ superseded }) => superseded)),
  };
}

/** The two halves of `<id>:<index>`. */
export function readHeld(held: string): { readonly id: string; readonly index: number } {
  const [, id, index] = /^(.+):(\d{1,9})$/.exec(held) ?? [];
  if (id === undefined) throw new TypeError(`${held} is not written <id>:<index>`);
  return { id, index: Number(index) };
}

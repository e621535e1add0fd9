import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/**
 * Returns whether the buyer's verified document is older than the operator's limit in days; false while a level 2 that
 * two people have set is in force.
 */
export async function isIdentityOutdated(database: Queryable, buyerId: string, validDays: number): Promise<boolean> {
  const found = await database.maybeOne(sql`
    select 1 from identity_checks
    where buyer_id = ${buyerId} and accepted_at < slipway_now() - ${validDays} * interval '1 day'
      and not exists (select from fixed_levels where buyer_id = ${buyerId} and level = 2 and ends_at > slipway_now())`);
  return found !== undefined;
}

/**
 * Makes the buyer a new applicant to the verifier and lowers a level 2 to 1, so that an earlier acceptance does not count
 * and a document is requested again. The earlier check is kept as evidence.
 */
export async function resetIdentity(
  transaction: Transaction,
  buyerId: string,
  verifierReference: string,
): Promise<void> {
  await transaction.run(sql`
    with replaced as (delete from identity_checks where buyer_id = ${buyerId} returning *)
    insert into replaced_identity_checks (
      buyer_id, verifier_reference, provider, applicant_id, status, updated_at, accepted_at, replaced_at)
    select r.buyer_id, b.verifier_reference, r.provider, r.applicant_id, r.status, r.updated_at, r.accepted_at,
      slipway_now()
    from replaced r join buyers b on b.id = r.buyer_id`);
  await transaction.run(sql`
    update buyers set kyc_level = least(kyc_level, 1), verifier_reference = ${verifierReference} where id = ${buyerId}`);
}

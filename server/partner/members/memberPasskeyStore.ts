import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** A member's passkey. `id`: the credential's id, base64url. */
export type MemberPasskey = {
  readonly id: string;
  readonly memberId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
};

/** Stores a passkey. Returns false if a credential with this id exists. */
export async function insertMemberPasskey(transaction: Transaction, passkey: MemberPasskey): Promise<boolean> {
  const made = await transaction.run(sql`
    insert into partner_passkeys (id, member_id, public_key, counter, transports, created_at)
    values (${passkey.id}, ${passkey.memberId}::uuid, ${passkey.publicKey}, ${passkey.counter},
      ${[...passkey.transports]}, slipway_now())
    on conflict do nothing`);
  return made > 0;
}

/** Locks the passkey, so that of two answers with the same counter only the first counts. */
export async function lockMemberPasskey(transaction: Transaction, id: string): Promise<MemberPasskey | undefined> {
  return transaction.maybeOne<MemberPasskey>(sql`
    select id, member_id, public_key, counter::int as counter, transports
    from partner_passkeys where id = ${id} for update`);
}

export async function recordPasskeyUse(transaction: Transaction, id: string, counter: number): Promise<void> {
  await transaction.run(
    sql`update partner_passkeys set counter = ${counter}, last_used_at = slipway_now() where id = ${id}`,
  );
}

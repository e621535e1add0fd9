import type { Queryable } from '../platform/database/database.ts';
import type { TreasuryKey } from '../providers/chain/signerPort.ts';
import { claimWords, type FormRecord } from './formRecord.ts';
import { formerForms } from './formStore.ts';

/**
 * Payouts that a version without a signer of its own has signed, into a record that is still empty: no order of theirs is paid
 * again. Believes the tables of the payouts, this once.
 */
export async function takeOver(
  database: Queryable,
  record: FormRecord,
  keys: ReadonlyMap<string, TreasuryKey>,
): Promise<number> {
  const forms = await formerForms(database);
  for (const { network, unsigned, ...form } of forms) {
    const key = keys.get(network);
    const claims = key ? claimWords(network, key.claimsOf(unsigned)) : [];
    await record.add({ ...form, network, unsigned, claims, proofs: [], euroCents: 0n, units: 0n });
  }
  return forms.length;
}

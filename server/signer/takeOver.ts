import type { Queryable } from '../platform/database/database.ts';
import type { TreasuryKey } from '../providers/chain/signerPort.ts';
import { claimWords, type FormRecord } from './formRecord.ts';
import { formerForms } from './formStore.ts';
import { formerRefunds, formerWithdrawals } from './releaseStore.ts';
import type { ReleaseRecord } from './releases.ts';

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
    await record.add({ ...form, network, unsigned, claims, euroCents: 0n, units: 0n });
  }
  return forms.length;
}

/** As {@link takeOver}, what has left beside payouts. */
export async function takeOverReleases(database: Queryable, releases: ReleaseRecord): Promise<number> {
  const files = Map.groupBy(await formerRefunds(database), ({ batchId }) => batchId);
  for (const [batchId, refunds] of files) {
    const transfers = refunds.map(({ id, receiptId, reference, currency, units }) => {
      return { refund: id, receipt: receiptId, reference, block: '', currency, units: `${units}`, account: '' };
    });
    const claims = refunds.map(({ id }) => `refund ${id}`);
    // The file itself may be erased by now, and is handed over by nobody any more.
    const content = { kind: 'transfers', file: '', transfers } as const;
    await releases.add({ name: batchId, claims, content, releasedAt: new Date() });
  }
  for (const { id, askedWith, crypto, units, address } of await formerWithdrawals(database)) {
    const claims = [`withdrawal ${id}`, ...(askedWith === null ? [] : [`said ${askedWith}`])];
    const content = { kind: 'withdrawal', crypto, units: `${units}`, address } as const;
    await releases.add({ name: `${id}`, claims, content, releasedAt: new Date() });
  }
  return releases.size();
}

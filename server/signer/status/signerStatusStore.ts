import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { type SignerStatus, signerStatus } from './signerStatus.ts';

/** Stores the report, dated by the database's clock. Only the signer's role may write it. */
export async function saveSignerStatus(database: Queryable, status: SignerStatus): Promise<void> {
  await database.run(sql`
    insert into signer_status (report, written_at) values (${JSON.stringify(status)}, slipway_now())
    on conflict (id) do update set report = excluded.report, written_at = excluded.written_at`);
}

export type StoredSignerStatus = { readonly report: SignerStatus; readonly writtenAt: Date };

/** Returns the signer's last report; undefined if there is none, or this version cannot read it. */
export async function readSignerStatus(database: Queryable): Promise<StoredSignerStatus | undefined> {
  const row = await database.maybeOne<{ report: unknown; writtenAt: Date }>(
    sql`select report, written_at from signer_status`,
  );
  const parsed = row && signerStatus.safeParse(row.report);
  return parsed?.success ? { report: parsed.data, writtenAt: row?.writtenAt ?? new Date(0) } : undefined;
}

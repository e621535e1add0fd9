import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { type SignerReport, signerReport } from './signerReport.ts';

/** A signer that has not reported for this long is missing. It reports twice a minute, and an upgrade takes less than this. */
export const MISSING_AFTER_MS = 5 * 60_000;

/** Stores a signer's report, dated by the database's clock. Only the signers' role may write it. */
export async function saveSignerReport(database: Queryable, signer: string, report: SignerReport): Promise<void> {
  await database.run(sql`
    insert into signers (signer, report, written_at) values (${signer}, ${JSON.stringify(report)}, clock_timestamp())
    on conflict (signer) do update set report = excluded.report, written_at = excluded.written_at`);
}

export type StoredSignerReport = {
  readonly signer: string;
  /** Undefined if this version cannot read it. */
  readonly report: SignerReport | undefined;
  readonly writtenAt: Date;
  readonly ageMs: number;
};

/** Returns the last report of each signer, by name. */
export async function listSignerReports(database: Queryable): Promise<readonly StoredSignerReport[]> {
  const rows = await database.many<Omit<StoredSignerReport, 'report'> & { readonly report: unknown }>(sql`
    select signer, report, written_at,
      (extract(epoch from clock_timestamp() - written_at) * 1000)::int as age_ms
    from signers order by signer`);
  return rows.map(({ report, ...row }) => ({ ...row, report: signerReport.safeParse(report).data }));
}

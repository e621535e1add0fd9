import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { queueMail } from '../notification/mailOutboxStore.ts';
import { formatSealedState } from '../platform/audit/auditSeal.ts';
import { listNewestSeals } from '../platform/audit/auditSealStore.ts';
import type { Database } from '../platform/database/database.ts';
import { randomToken } from '../platform/secrets.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { describeAsset } from '../reconciliation/describeAsset.ts';
import { composeReport, type Section } from './composeReport.ts';
import { insertReport, listDaysToReport, listUnfiledReports, markFiled } from './dailyReportStore.ts';
import { queryFigures, readTreasuryFunds, reportQueries, type TimeRange } from './reportFigureStore.ts';

/** Destinations of the daily report. */
export type ReportChannels = {
  readonly recipients: readonly string[];
  readonly folder: string | undefined;
  /** True if the group of the server's user may read the files. */
  readonly forGroup: boolean;
};

export type ReportContext = {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'cryptos'>;
  readonly operatorName: string;
  readonly reportChannels: ReportChannels;
};

const DAY_MS = 24 * 60 * 60_000;
const SETTLE_MINUTES = 15;

/**
 * Creates the report of each ended day once, together with its emails. Files that could not be written are written in the
 * next round. Does nothing if no destination is configured.
 */
export async function makeReports(context: ReportContext): Promise<void> {
  const { database, reportChannels } = context;
  const { recipients, folder, forGroup } = reportChannels;
  const modes = forGroup ? { file: 0o640, folder: 0o750 } : { file: 0o600, folder: 0o700 };
  if (recipients.length === 0 && folder === undefined) return;
  for (const day of await listDaysToReport(database, SETTLE_MINUTES)) await makeReport(context, day);
  if (folder === undefined) return;
  for (const { day, text, csv } of await listUnfiledReports(database)) {
    await mkdir(folder, { recursive: true, mode: modes.folder });
    await writeFileAtomically(join(folder, `slipway-${day}.txt`), text, modes.file);
    await writeFileAtomically(join(folder, `slipway-${day}.csv`), csv, modes.file);
    await markFiled(database, day);
  }
}

async function makeReport(
  { database, catalog, operatorName, reportChannels }: ReportContext,
  day: string,
): Promise<void> {
  const start = new Date(`${day}T00:00:00Z`);
  const sections = await readSections(database, { start, end: new Date(start.getTime() + DAY_MS) }, catalog);
  const [sealed] = await listNewestSeals(database, 1);
  const about = { operator: operatorName, day, sealedState: sealed && formatSealedState(sealed) };
  const report = composeReport(about, sections, (asset) => describeAsset(catalog, asset));
  await database.transaction(async (transaction) => {
    if (!(await insertReport(transaction, { day, ...report }))) return;
    for (const [index, recipient] of reportChannels.recipients.entries()) {
      const subject = `${operatorName}: report of ${day}`;
      await queueMail(transaction, { id: `report:${day}:${index}`, recipient, subject, body: report.text });
    }
  });
}

/** Reads every section of a report for any period. */
export async function readSections(
  database: Database,
  day: TimeRange,
  catalog: ReportContext['catalog'],
): Promise<readonly Section[]> {
  const sections: Section[] = [];
  for (const { title, query } of reportQueries)
    sections.push({ title, figures: await queryFigures(database, query, day) });
  const free = (await readTreasuryFunds(database)).map(({ asset, units }) => ({
    item: 'free',
    count: null,
    asset,
    decimals: describeAsset(catalog, asset).decimals,
    units,
  }));
  return [
    ...sections,
    { title: 'Treasury balance available for further orders, at the time of this report', figures: free },
  ];
}

/** Writes a file atomically: a reader sees the whole file or none, even if two workers write it at once. */
async function writeFileAtomically(path: string, content: string, mode: number): Promise<void> {
  const part = `${path}.${randomToken(6)}.part`;
  await writeFile(part, content, { mode });
  await rename(part, path);
}

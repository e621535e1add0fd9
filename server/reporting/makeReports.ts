import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { queueMail } from '../notification/mailOutboxStore.ts';
import { headOf } from '../platform/audit/auditSeal.ts';
import { newestSeals } from '../platform/audit/auditSealStore.ts';
import type { Database } from '../platform/database/database.ts';
import { randomToken } from '../platform/secrets.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { describeAsset } from '../reconciliation/describeAsset.ts';
import { composeReport, type Section } from './composeReport.ts';
import { daysToReport, insertReport, markFiled, unfiledReports } from './dailyReportStore.ts';
import { askFigures, type Day, sections, treasuryFree } from './dayFigureStore.ts';

/** Where the report of each day goes. */
export type ReportChannels = {
  readonly recipients: readonly string[];
  readonly folder: string | undefined;
  /** Whether the group of the server's user may read what is laid there. */
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
 * Makes the reports of the days that have ended: each once, its letters with it. Files that could not be written are
 * written in the next round. Nothing where no report goes anywhere.
 */
export async function makeReports(context: ReportContext): Promise<void> {
  const { database, reportChannels } = context;
  const { recipients, folder, forGroup } = reportChannels;
  const modes = forGroup ? { file: 0o640, folder: 0o750 } : { file: 0o600, folder: 0o700 };
  if (recipients.length === 0 && folder === undefined) return;
  for (const day of await daysToReport(database, SETTLE_MINUTES)) await makeReport(context, day);
  if (folder === undefined) return;
  for (const { day, text, csv } of await unfiledReports(database)) {
    await mkdir(folder, { recursive: true, mode: modes.folder });
    await writeWhole(join(folder, `slipway-${day}.txt`), text, modes.file);
    await writeWhole(join(folder, `slipway-${day}.csv`), csv, modes.file);
    await markFiled(database, day);
  }
}

async function makeReport(
  { database, catalog, operatorName, reportChannels }: ReportContext,
  day: string,
): Promise<void> {
  const start = new Date(`${day}T00:00:00Z`);
  const read = await readSections(database, { start, end: new Date(start.getTime() + DAY_MS) }, catalog);
  const [sealed] = await newestSeals(database, 1);
  const about = { operator: operatorName, day, history: sealed && headOf(sealed) };
  const report = composeReport(about, read, (asset) => describeAsset(catalog, asset));
  await database.transaction(async (transaction) => {
    if (!(await insertReport(transaction, { day, ...report }))) return;
    for (const [index, recipient] of reportChannels.recipients.entries()) {
      const subject = `${operatorName}: report of ${day}`;
      await queueMail(transaction, { id: `report:${day}:${index}`, recipient, subject, body: report.text });
    }
  });
}

/** Every section of a report, of any day or days. */
export async function readSections(
  database: Database,
  day: Day,
  catalog: ReportContext['catalog'],
): Promise<readonly Section[]> {
  const read: Section[] = [];
  for (const { title, query } of sections) read.push({ title, figures: await askFigures(database, query, day) });
  const free = (await treasuryFree(database)).map(({ asset, units }) => ({
    item: 'free',
    count: null,
    asset,
    decimals: describeAsset(catalog, asset).decimals,
    units,
  }));
  return [...read, { title: 'What the treasury has free for further orders, when this was made', figures: free }];
}

/** A reader of the folder sees a whole file or none, though two workers write it at once. */
async function writeWhole(path: string, content: string, mode: number): Promise<void> {
  const part = `${path}.${randomToken(6)}.part`;
  await writeFile(part, content, { mode });
  await rename(part, path);
}

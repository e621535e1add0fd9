import { createHash } from 'node:crypto';
import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { exportNames } from '@slipway/contract/entities/console/consoleReport.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import { z } from 'zod';
import { formatRoles } from '../../action/roles.ts';
import { exportTables } from '../../operator/tables/exportTables.ts';
import { hasMorePostings } from '../../operator/tables/reportStore.ts';
import { appendAuditLine, listAuditLines } from '../../platform/audit/auditStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import { formatCsv } from '../../platform/text/formatTable.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';

type Name = (typeof exportNames)[number];

type Export = {
  readonly title: string;
  readonly about: string;
  /** Roles that may export the personal data in it; undefined if it has none. */
  readonly personalFor?: readonly Role[];
};

const EXPORTS: Readonly<Record<Name, Export>> = {
  'travel-rule': {
    title: 'Travel rule',
    about: 'Every payout: its receiving address, and the name, birth date and city of its buyer',
    personalFor: ['compliance'],
  },
  ledger: { title: 'Ledger', about: 'Every posting: debit or credit, with its currency' },
  trades: { title: 'Trades', about: 'Every delivery: what was paid, what was sent, at which price' },
  tax: { title: 'Tax', about: 'Income (positive) and costs (negative) by month, account and asset' },
};

/**
 * Limits the postings of a period in one export, because the server and the browser hold an export in memory as a
 * whole.
 */
const MOST_POSTINGS = 200_000;
const MAX_PAST_EXPORTS = 50;
const ACTION = 'export';

const auditedExportSchema = z.object({
  name: z.string(),
  from: z.string(),
  to: z.string(),
  rows: z.int(),
  hash: z.string(),
});

export async function listExports(
  { database }: ConsoleContext,
  { roles }: ConsolePerson,
): Promise<ConsoleCallData<'exportList'>> {
  const lines = await listAuditLines(database, MAX_PAST_EXPORTS, { action: ACTION });
  return {
    list: exportNames.map((name) => {
      const { title, about, personalFor } = EXPORTS[name];
      const why = explainNotAllowed(EXPORTS[name], roles);
      return { name, title, about, isPersonal: personalFor !== undefined, allowed: why === '', why };
    }),
    made: lines.flatMap(({ at, who, after }) => {
      const { data } = auditedExportSchema.safeParse(after);
      return data ? [{ at: at.toISOString(), who, ...data }] : [];
    }),
  };
}

/**
 * Exports a report. The export is recorded in the audit trail before its file is returned. Throws
 * `console_not_for_role` or `act_refused`.
 */
export async function exportReport(
  { database, settings }: ConsoleContext,
  { name, from, to }: ConsoleCallInput<'exportReport'>,
  person: ConsolePerson,
): Promise<ConsoleCallData<'exportReport'>> {
  const { personalFor } = EXPORTS[name];
  if (personalFor && !hasAnyOf(person.roles, personalFor))
    throw new AppError('console_not_for_role', { roles: personalFor.join(', ') });
  if (await hasMorePostings(database, { from, to }, MOST_POSTINGS))
    throw new AppError('act_refused', {
      reason: `There are more than ${MOST_POSTINGS} postings between these days. Export fewer days at once, or use the command line: npm run operate -- export ${name}.`,
    });
  const rows = await exportTables[name](database, settings().catalog, { from, to });
  const csv = formatCsv(rows);
  const hash = createHash('sha256').update(csv).digest('hex');
  const at = await database.now();
  await database.transaction((transaction) =>
    appendAuditLine(transaction, {
      who: person.name,
      approvedBy: null,
      why: 'exported in the console',
      action: ACTION,
      subject: `report ${name}`,
      before: null,
      after: { name, from, to, rows: rows.length, hash },
    }),
  );
  const file = `slipway-${name}-${from}-${to}.csv`;
  return { file, csv, rows: rows.length, hash, who: person.name, at: at.toISOString() };
}

function explainNotAllowed({ personalFor }: Export, roles: readonly Role[]): string {
  if (personalFor && !hasAnyOf(roles, personalFor))
    return `Contains personal data: requires the ${formatRoles(personalFor)} role.`;
  return '';
}

function hasAnyOf(roles: readonly Role[], wanted: readonly Role[]): boolean {
  return roles.some((role) => wanted.includes(role));
}

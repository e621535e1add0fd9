import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { CommandError } from '../../action/commandError.ts';
import { verifyAuditTrail } from '../../operator/commandLine/verifyAuditTrail.ts';
import { findNewestSealing } from '../../platform/audit/auditSealStore.ts';
import { findAuditHead, listAuditLines } from '../../platform/audit/auditStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';

const MAX_LINES = 50;

export async function readAudit(
  { database }: ConsoleContext,
  filter: ConsoleCallInput<'audit'>,
): Promise<ConsoleCallData<'audit'>> {
  const [lines, head, seal] = await Promise.all([
    listAuditLines(database, MAX_LINES, filter),
    findAuditHead(database),
    findNewestSealing(database),
  ]);
  return {
    lines: lines.map(({ at, before, after, ...line }) => ({
      ...line,
      at: at.toISOString(),
      before: formatJson(before),
      after: formatJson(after),
    })),
    head: head ? { id: head.id, hash: head.hash.toString('hex') } : null,
    seal: seal ? { line: seal.lineId, sealedAt: seal.sealedAt.toISOString() } : null,
  };
}

/** Verifies the audit trail as the command line does. */
export async function verifyAudit(context: ConsoleContext): Promise<ConsoleCallData<'verifyAudit'>> {
  const verifiedAt = (await context.database.now()).toISOString();
  try {
    return { isWhole: true, result: await verifyAuditTrail(context), verifiedAt };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { isWhole: false, result: error.message, verifiedAt };
  }
}

function formatJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { CommandError } from '../../operator/commandError.ts';
import { verifyHistory } from '../../operator/verifyHistory.ts';
import { newestSealing } from '../../platform/audit/auditSealStore.ts';
import { auditHead, listAudit } from '../../platform/audit/auditStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';

const LINES = 50;

export async function readAudit(
  { database }: ConsoleContext,
  filter: ConsoleCallInput<'audit'>,
): Promise<ConsoleCallData<'audit'>> {
  const [lines, head, seal] = await Promise.all([
    listAudit(database, LINES, filter),
    auditHead(database),
    newestSealing(database),
  ]);
  return {
    lines: lines.map(({ at, before, after, ...line }) => ({
      ...line,
      at: at.toISOString(),
      before: written(before),
      after: written(after),
    })),
    head: head ? { id: head.id, hash: head.hash.toString('hex') } : null,
    seal: seal ? { line: seal.lineId, sealedAt: seal.sealedAt.toISOString() } : null,
  };
}

/** What the command line verifies, by a press. */
export async function verifyAudit(context: ConsoleContext): Promise<ConsoleCallData<'verifyAudit'>> {
  const verifiedAt = (await context.database.now()).toISOString();
  try {
    return { isWhole: true, said: await verifyHistory(context), verifiedAt };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { isWhole: false, said: error.message, verifiedAt };
  }
}

function written(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

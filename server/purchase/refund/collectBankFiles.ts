import { raiseAlert } from '../../notification/alertStore.ts';
import type { BankExchange, StatementRefusal, StatementFile as WaitingFile } from '../../providers/bank/bankPort.ts';
import { hashFile } from '../payment/fileHash.ts';
import { type ImportContext, keepStatements } from '../payment/importStatement.ts';
import type { FileRefusal } from '../payment/statementRefusal.ts';
import { type ReportContext, takeReport } from './takeReport.ts';

type CollectContext = ImportContext & ReportContext & { readonly bankExchange: BankExchange };

type Taken =
  | { readonly kind: 'done'; readonly facts: object }
  | { readonly kind: 'refused'; readonly reason: string; readonly detail: string }
  /** A fact that another file, or another process, is still to make possible. */
  | { readonly kind: 'early' };

/** Refusals that a statement before it may lift. */
const MAY_LACK_ANOTHER: ReadonlySet<string> = new Set<FileRefusal>(['does_not_continue', 'unbalanced']);

/** What banks send all day long, until somebody tells them not to. */
const SAID_ONCE: ReadonlySet<string> = new Set<StatementRefusal>(['intraday_report']);

/**
 * Takes every file that the bank has left: statements, and reports on transfers. One that is not believed is put aside
 * with its reason, and reported. Files may lie there in another order than their days: statements that continue no other
 * yet are tried again after the others.
 */
export async function collectBankFiles(context: CollectContext): Promise<void> {
  let waiting = await context.bankExchange.listStatements();
  while (waiting.length > 0) {
    const early: { readonly file: WaitingFile; readonly taken: Taken }[] = [];
    for (const file of waiting) {
      const taken = await takeFile(context, file);
      if (taken.kind === 'refused' && MAY_LACK_ANOTHER.has(taken.reason)) early.push({ file, taken });
      else await settle(context, file, taken);
    }
    if (early.length === waiting.length) {
      for (const { file, taken } of early) await settle(context, file, taken);
      return;
    }
    waiting = early.map(({ file }) => file);
  }
}

async function takeFile(context: CollectContext, { name, bytes }: WaitingFile): Promise<Taken> {
  if (!bytes)
    return { kind: 'refused', reason: 'too_large' satisfies FileRefusal, detail: 'too_large: it is not read' };
  const reading = await context.bankFiles.read(bytes);
  if (reading.kind === 'refused') return { ...reading, detail: `${reading.reason}: ${reading.detail}` };
  if (reading.kind === 'report') {
    const { kind, ...taken } = await takeReport(context, reading.value);
    return kind === 'taken' ? { kind: 'done', facts: taken } : ({ kind, ...taken } as Taken);
  }
  const file = { name, bytes, importedBy: context.bankExchange.id };
  const imported = await keepStatements(context, file, reading.value);
  return imported.kind === 'refused' ? imported : { kind: 'done', facts: imported };
}

async function settle(
  { database, bankExchange, log }: CollectContext,
  { name, bytes }: WaitingFile,
  taken: Taken,
): Promise<void> {
  if (taken.kind === 'early') return;
  if (taken.kind === 'done') {
    log.info({ name, ...taken.facts }, 'a file of the bank was taken');
    await bankExchange.settleStatement(name, 'done');
    return;
  }
  const { reason, detail } = taken;
  log.error({ name, detail }, 'a file of the bank was refused');
  const file = SAID_ONCE.has(reason) ? reason : (await hashFile(bytes ?? Buffer.from(name))).toString('hex');
  await raiseAlert(database, {
    key: `statement:${file}`,
    orderId: null,
    kind: 'bank_statement',
    facts: { file: name, reason, detail },
  });
  await bankExchange.settleStatement(name, 'refused', detail);
}

import { raiseAlert } from '../../notification/alertStore.ts';
import type { BankExchange, StatementRefusal, StatementFile as WaitingFile } from '../../providers/bank/bankPort.ts';
import { hashFile } from '../payment/bankStatements/fileHash.ts';
import { type ImportContext, saveStatementFile } from '../payment/bankStatements/importStatementFile.ts';
import type { FileRefusal } from '../payment/bankStatements/statementRefusal.ts';
import { processTransferReport, type ReportContext } from './processTransferReport.ts';

type CollectContext = ImportContext & ReportContext & { readonly bankExchange: BankExchange };

type FileOutcome =
  | { readonly kind: 'done'; readonly facts: object }
  | { readonly kind: 'refused'; readonly reason: string; readonly detail: string }
  /** The file can only be processed after another file or process. */
  | { readonly kind: 'early' };

/** Refusals that an earlier statement may resolve. */
const RETRIED_REFUSALS: ReadonlySet<string> = new Set<FileRefusal>(['does_not_continue', 'unbalanced']);

/** Refusals that raise only one alert: some banks send such reports all day until the operator turns them off. */
const ALERTED_ONCE_REFUSALS: ReadonlySet<string> = new Set<StatementRefusal>(['intraday_report']);

/**
 * Processes every file from the bank: statements, and reports on transfers. A refused file is set aside with its reason,
 * and an alert is raised. Files may be listed out of date order, so a statement that does not continue the previous one
 * is retried after the others. A report on a file that is still being handed over stays for the next run.
 */
export async function collectBankFiles(context: CollectContext): Promise<void> {
  let waiting = await context.bankExchange.listStatements();
  while (waiting.length > 0) {
    const early: { readonly file: WaitingFile; readonly taken: FileOutcome }[] = [];
    for (const file of waiting) {
      const taken = await processFile(context, file);
      if (taken.kind === 'refused' && RETRIED_REFUSALS.has(taken.reason)) early.push({ file, taken });
      else await settleFile(context, file, taken);
    }
    if (early.length === waiting.length) {
      for (const { file, taken } of early) await settleFile(context, file, taken);
      return;
    }
    waiting = early.map(({ file }) => file);
  }
}

async function processFile(context: CollectContext, { name, bytes }: WaitingFile): Promise<FileOutcome> {
  if (!bytes)
    return { kind: 'refused', reason: 'too_large' satisfies FileRefusal, detail: 'too_large: the file was not read' };
  const reading = await context.bankFiles.read(bytes);
  if (reading.kind === 'refused') return { ...reading, detail: `${reading.reason}: ${reading.detail}` };
  if (reading.kind === 'report') {
    const { kind, ...taken } = await processTransferReport(context, reading.value);
    return kind === 'taken' ? { kind: 'done', facts: taken } : ({ kind, ...taken } as FileOutcome);
  }
  const file = { name, bytes, importedBy: context.bankExchange.id };
  const imported = await saveStatementFile(context, file, reading.value);
  return imported.kind === 'refused' ? imported : { kind: 'done', facts: imported };
}

async function settleFile(
  { database, bankExchange, log }: CollectContext,
  { name, bytes }: WaitingFile,
  taken: FileOutcome,
): Promise<void> {
  if (taken.kind === 'early') return;
  if (taken.kind === 'done') {
    log.info({ name, ...taken.facts }, 'processed a bank file');
    await bankExchange.settleStatement(name, 'done');
    return;
  }
  const { reason, detail } = taken;
  log.error({ name, detail }, 'refused a bank file');
  const file = ALERTED_ONCE_REFUSALS.has(reason)
    ? reason
    : (await hashFile(bytes ?? Buffer.from(name))).toString('hex');
  await raiseAlert(database, {
    key: `statement:${file}`,
    orderId: null,
    kind: 'bank_statement',
    facts: { file: name, reason, detail },
  });
  await bankExchange.settleStatement(name, 'refused', detail);
}

import { createHash } from 'node:crypto';
import { readRows } from '../configuration/configurationStore.ts';
import { readConfiguration } from '../configuration/kinds.ts';
import { type Settings, settingsOf } from '../configuration/settings.ts';
import { appendAudit } from '../platform/audit/auditStore.ts';
import type { Database } from '../platform/database/database.ts';
import type { BankFiles, BankStatement } from '../providers/bank/bankPort.ts';
import { importStatement } from '../purchase/payment/importStatement.ts';
import { findStatementFile } from '../purchase/payment/toldBookingStore.ts';
import { creditedByHand, type FileByHand, findAskedFile, forgetAskedFile, insertAskedFile } from './askedFileStore.ts';
import { type Asker, CommandError } from './asking.ts';
import { insertRequest, type OperatorRequest, settleRequest } from './requestStore.ts';

type Importer = { readonly database: Database; readonly bankFiles: BankFiles };

type Decision = Pick<OperatorRequest, 'who' | 'why' | 'approvedBy'>;

/** Cents of EUR, the currency in which the operator's amount is. */
const EURO = 'EUR';

/**
 * Imports a statement file by hand: at once, or after a second person's yes where the file, with what the same person has
 * imported alone within a day, credits more than the operator's amount. Throws {@link CommandError}.
 */
export async function askToImport(asker: Asker & Importer, file: FileByHand): Promise<string> {
  const { database, bankFiles, who, why } = asker;
  const reading = bankFiles.readStatements(file.bytes);
  if (reading.kind !== 'ok') throw new CommandError(`${reading.reason}: ${reading.detail}`);
  if (await findStatementFile(database, hashOf(file.bytes))) return 'this file was imported before';
  const settings = await readSettings(database);
  const already = await creditedByHand(database, { who, currency: EURO });
  if (!creditsMore(reading.value, settings.rules.secondPersonAboveEuroCents - already))
    return carryOut(asker, settings, file, { who, why, approvedBy: null });
  const id = await database.transaction(async (transaction) => {
    const request = { action: 'import' as const, subject: file.name, input: {}, who, why };
    const requestId = await insertRequest(transaction, request, true);
    await insertAskedFile(transaction, requestId, file);
    return requestId;
  });
  return `request ${id} waits for a second person: npm run operate -- approve ${id} --by NAME --why TEXT`;
}

/** Imports what a second person has just said yes to. Throws {@link CommandError} for a file that is not believed. */
export async function importAsked({ database, bankFiles }: Importer, request: OperatorRequest): Promise<string> {
  const settle = (status: 'done' | 'refused', result: string) =>
    database.transaction(async (transaction) => {
      await settleRequest(transaction, request.id, { status, result });
      await forgetAskedFile(transaction, request.id);
    });
  try {
    const file = await findAskedFile(database, request.id);
    const said = await carryOut({ database, bankFiles }, await readSettings(database), file, request);
    await settle('done', said);
    return said;
  } catch (error) {
    if (error instanceof CommandError) await settle('refused', error.message);
    throw error;
  }
}

/** Whether so much comes in that two people have to agree. What is not in euros has no rate here: it always takes two. */
function creditsMore(statements: readonly BankStatement[], boundEuroCents: bigint): boolean {
  const credits = statements.flatMap(({ entries }) => entries).filter(({ direction }) => direction === 'credit');
  if (credits.some(({ amount }) => amount.asset.code !== EURO)) return true;
  const sum = credits.reduce((units, { amount }) => units + amount.units, 0n);
  return sum > 0n && sum > boundEuroCents;
}

async function carryOut(
  { database, bankFiles }: Importer,
  { catalog }: Settings,
  { name, bytes, continueFrom }: FileByHand,
  { who, why, approvedBy }: Decision,
): Promise<string> {
  const importedBy = approvedBy === null ? who : `${who}, ${approvedBy}`;
  const imported = await importStatement(
    { database, bankFiles, catalog },
    { name, bytes, importedBy },
    continueFrom ?? undefined,
  );
  if (imported.kind === 'refused') throw new CommandError(imported.detail);
  if (imported.kind === 'known_file') return 'this file was imported before';
  const after = { ...imported, ...(continueFrom !== null && { continuedFrom: continueFrom }) };
  const subject = `statement ${name}`;
  await database.transaction((transaction) =>
    appendAudit(transaction, { who, why, approvedBy, action: 'import', subject, before: null, after }),
  );
  return `${imported.entries} bookings, ${imported.newEntries} of them new`;
}

async function readSettings(database: Database): Promise<Settings> {
  return settingsOf(readConfiguration(await readRows(database)));
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { argumentsOf } from '../platform/persons/requested.ts';
import { findStatementFile } from '../purchase/payment/toldBookingStore.ts';
import { type FileByHand, insertAskedFile } from './askedFileStore.ts';
import { doneOf, waitsForSecond } from './asking.ts';
import { takesTwo } from './bars/takesTwo.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandError } from './commandError.ts';
import { hashOfFile } from './hashOfFile.ts';
import { speak } from './persons/speak.ts';
import { insertRequest } from './requestStore.ts';

export const importCommand: Command = {
  usage: 'import FILE [--continue-from OPENING-BALANCE]',
  about:
    'reads a bank statement (camt.053 or camt.054); the same file or booking again counts once; above the operator’s amount two people agree. With --continue-from a statement is believed though the one before it is missing',
  decides: 'asks',
  async run(context, [path = '']) {
    const bytes = await readFile(path).catch(() => {
      throw new CommandError(`${path || 'FILE'} cannot be read`);
    });
    return askToImport(context, {
      name: basename(path),
      bytes,
      continueFrom: context.options['continue-from'] ?? null,
    });
  },
};

/**
 * Imports a statement file by hand: at once, or after a second person's yes where the file, with what the same person has
 * imported alone within a day, credits more than the operator's amount. Throws {@link CommandError}.
 */
async function askToImport(context: CommandContext, file: FileByHand): Promise<string> {
  const { database, bankFiles, who, why } = context;
  const reading = bankFiles.readStatements(file.bytes);
  if (reading.kind !== 'ok') throw new CommandError(`${reading.reason}: ${reading.detail}`);
  if (await findStatementFile(database, hashOfFile(file.bytes))) return 'this file was imported before';
  const input = { sha256: hashOfFile(file.bytes).toString('hex'), continueFrom: file.continueFrom ?? '' };
  const request = { action: 'import' as const, subject: file.name, input, who, why };
  const waits = await takesTwo({ database, statement: { bankFiles, file } }, request);
  const askedWith = await speak(context, 'import', argumentsOf(request));
  const id = await database.transaction(async (transaction) => {
    const requestId = await insertRequest(transaction, request, { needsSecondPerson: waits, askedWith });
    await insertAskedFile(transaction, requestId, file);
    return requestId;
  });
  return waits ? waitsForSecond(context, request, id) : doneOf(context, { ...request, id });
}

import { readFile } from 'node:fs/promises';
import { evidenceFileKinds } from '@slipway/contract/statements/evidence.ts';
import { argumentsOf } from '../../platform/persons/requested.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../commandError.ts';
import { outcomeOf } from '../outcomeOf.ts';
import { speak } from '../persons/speak.ts';
import { insertEvidenceRequest, readEvidence, requireAnswerable, signedInput } from './handInEvidence.ts';

/** Answers a dispute with our records, a person's words and files, once. */
export const evidenceCommand: Command = {
  usage: `send-evidence DISPUTE [--words FILE] ${evidenceFileKinds.map((kind) => `[--${kind} FILE]`).join(' ')}`,
  about:
    'answers a dispute of a card now, once and for good, from our records, with words of yours (plain text) and files (PDF, JPEG, PNG) for the bank to read',
  decides: 'asks',
  async run(context, [disputeId = '']) {
    const { database, options, who, why } = context;
    const { words: wordsFile, ...given } = options;
    const files = await Promise.all(
      evidenceFileKinds.flatMap((kind) => {
        const path = given[kind];
        return path === undefined ? [] : [read(path).then((bytes) => ({ kind, bytes }))];
      }),
    );
    const words = wordsFile === undefined ? '' : (await read(wordsFile)).toString('utf8').trim();
    const handed = readEvidence({ words, files });
    await requireAnswerable(database, disputeId);
    const input = await signedInput(database, disputeId, handed);
    const request = { action: 'send-evidence' as const, subject: disputeId, input, who, why };
    const askedWith = await speak(context, 'send-evidence', argumentsOf(request));
    const id = await database.transaction((transaction) =>
      insertEvidenceRequest(transaction, request, { askedWith, handed }),
    );
    return outcomeOf(database, id);
  },
};

async function read(path: string): Promise<Buffer> {
  return readFile(path).catch(() => {
    throw new CommandError(`${path} cannot be read`);
  });
}

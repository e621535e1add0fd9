import type { ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import {
  insertEvidenceRequest,
  readEvidence,
  requireAnswerable,
  signedInput,
} from '../../operator/evidence/handInEvidence.ts';
import { keepStatement } from '../../operator/persons/speak.ts';
import { findRequest, type OperatorRequest } from '../../operator/requestStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { signedOf } from '../session/enter.ts';
import { inWords, saidBy } from './askAct.ts';
import { wishOf } from './wishOf.ts';

/**
 * Hands in the answer to a dispute with its words and files, as the person has signed them. Throws `statement_refused` for
 * others than were signed, and `act_refused` where it cannot be answered now.
 */
export async function sendEvidence(
  context: ConsoleContext,
  { statement, words, files }: ConsoleCallInput<'sendEvidence'>,
  person: ConsolePerson,
): Promise<OperatorRequest> {
  const { database } = context;
  const signed = signedOf(statement);
  const { act, action, subject, input, why } = wishOf(saidBy(person, signed));
  if (action !== 'send-evidence') throw new AppError('act_refused', { reason: `${act} comes without files.` });
  const given = files.map(({ kind, contents }) => ({ kind, bytes: Buffer.from(contents, 'base64') }));
  const handed = await inWords((async () => readEvidence({ words, files: given }))());
  await inWords(requireAnswerable(database, subject));
  const expected = await inWords(signedInput(database, subject, handed));
  if (canonicalJson(expected) !== canonicalJson({ ...input }))
    throw new AppError('statement_refused', { reason: 'what was signed is not what was sent with it' });
  const askedWith = await inWords(keepStatement(context, signed, act));
  const request = { action, subject, input, why, who: person.name };
  const id = await database.transaction((transaction) =>
    insertEvidenceRequest(transaction, request, { askedWith, handed }),
  );
  const kept = await findRequest(database, id);
  if (!kept) throw new Error(`request ${id} was not kept`);
  return kept;
}

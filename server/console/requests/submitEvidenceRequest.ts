import type { ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { buildRequestAct } from '../../action/action.ts';
import { findRequest, type OperatorRequest } from '../../action/requests/requestStore.ts';
import { saveStatement } from '../../action/statements/signAndSaveStatement.ts';
import { AppError } from '../../platform/http/appError.ts';
import { sendEvidence as sendEvidenceAction } from '../../purchase/actions/disputes/sendEvidence.ts';
import {
  buildEvidenceInput,
  insertEvidenceRequest,
  parseEvidence,
  requireAnswerable,
} from '../../purchase/actions/disputes/submitEvidence.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { decodeSignedStatement } from '../session/consoleLogin.ts';
import { parseStatementRequest } from './parseStatementRequest.ts';
import { convertCommandErrors, requireOwnStatement } from './submitRequest.ts';

/**
 * Creates the request to answer a dispute with this text and these files. Throws `statement_refused` if they differ from the
 * signed ones, and `act_refused` if they are invalid or the dispute cannot be answered now.
 */
export async function submitEvidenceRequest(
  context: ConsoleContext,
  { statement, text, files }: ConsoleCallInput<'sendEvidence'>,
  person: ConsolePerson,
): Promise<OperatorRequest> {
  const { database } = context;
  const signed = decodeSignedStatement(statement);
  const { action, subject, input, why } = parseStatementRequest(requireOwnStatement(person, signed));
  if (action !== 'send-evidence')
    throw new AppError('act_refused', { reason: `${action} cannot be requested with files.` });
  const given = files.map(({ kind, contents }) => ({ kind, bytes: Buffer.from(contents, 'base64') }));
  const evidence = await convertCommandErrors((async () => parseEvidence({ text, files: given }))());
  await convertCommandErrors(requireAnswerable(database, subject));
  const expected = await convertCommandErrors(buildEvidenceInput(database, subject, evidence));
  if (canonicalJson(expected) !== canonicalJson({ ...input }))
    throw new AppError('statement_refused', { reason: 'the signed hashes do not match the text and files' });
  const requestStatement = await convertCommandErrors(
    saveStatement(context, signed, buildRequestAct(sendEvidenceAction)),
  );
  const request = { action, subject, input, why, who: person.name };
  const id = await database.transaction((transaction) =>
    insertEvidenceRequest(transaction, request, { requestStatement, evidence }),
  );
  const inserted = await findRequest(database, id);
  if (!inserted) throw new Error(`request ${id} is missing after its insertion`);
  return inserted;
}

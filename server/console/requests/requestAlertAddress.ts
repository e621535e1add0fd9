import type { ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import type { OperatorRequest } from '../../action/requests/requestStore.ts';
import { hashAlertAddress, insertRequestedAddress } from '../../notification/duty/personAddressStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { decodeSignedStatement } from '../session/consoleLogin.ts';
import { parseStatementRequest } from './parseStatementRequest.ts';
import { requireOwnStatement, submitRequest } from './submitRequest.ts';

/**
 * Requests an address for alerts. The address is stored before the request, so that the worker that executes the request finds
 * it; an address without a request is deleted after a day. Throws `statement_refused` unless the address has the signed hash.
 */
export async function requestAlertAddress(
  context: ConsoleContext,
  { statement, address }: ConsoleCallInput<'requestAlertAddress'>,
  person: ConsolePerson,
): Promise<OperatorRequest> {
  const { action, input } = parseStatementRequest(requireOwnStatement(person, decodeSignedStatement(statement)));
  if (action !== 'reach')
    throw new AppError('act_refused', { reason: `${action} cannot be requested with an address.` });
  if (input['hash'] !== hashAlertAddress(address))
    throw new AppError('statement_refused', { reason: 'the signed hash does not match this address' });
  await insertRequestedAddress(context.database, address);
  return submitRequest(context, { statement }, person);
}

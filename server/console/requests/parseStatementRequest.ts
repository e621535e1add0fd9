import type { Statement } from '@slipway/contract/statements/statement.ts';
import { findAction } from '../../operator/actions.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type RequestedAction, readRequestedAction } from '../../platform/persons/requestedAction.ts';

/** The request in a statement. */
export type StatementRequest = RequestedAction & { readonly why: string };

/** Parses the request from the signed statement only; no other input counts. Throws `act_refused`. */
export function parseStatementRequest({ act, arguments: args, reason: why }: Statement): StatementRequest {
  if (why.trim() === '')
    throw new AppError('act_refused', { reason: 'Enter a reason: it is recorded permanently in the audit trail.' });
  const request = readRequestedAction({ act, arguments: args });
  if (!request || !findAction(request.action))
    throw new AppError('act_refused', { reason: `${act} cannot be requested this way.` });
  const { action, subject, input } = request;
  return { action, subject, input, why };
}

import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { OperatorRequest } from '../../operator/requestStore.ts';
import type { Persons } from '../../platform/persons/readPersons.ts';
import { actOf } from '../../platform/persons/requested.ts';
import { type Right, rights } from '../../platform/persons/rights.ts';

/** A request as everybody at the operator may see it, with whoever may answer it. */
export function shownRequest(
  request: OperatorRequest,
  { enrolled }: Pick<Persons, 'enrolled'>,
): ConsoleCallData<'request'> {
  const { id, action, subject, input, who, why, createdAt, askedWith, status, approvedBy, settledAt, result } = request;
  const { approves }: Right = rights[actOf(action)];
  const mayAnswer =
    status === 'waiting'
      ? [...enrolled.values()].filter(
          ({ name, roles }) => name !== who && roles.some((role) => approves?.includes(role)),
        )
      : [];
  return {
    id,
    action,
    subject,
    input,
    askedBy: who,
    why,
    askedAt: createdAt.toISOString(),
    statement: askedWith,
    status,
    answeredBy: approvedBy,
    settledAt: settledAt?.toISOString() ?? null,
    result,
    mayAnswer: mayAnswer.map(({ name }) => name).toSorted(),
  };
}

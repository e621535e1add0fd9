import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { OperatorRequest } from '../../operator/requestStore.ts';
import type { Person, Persons } from '../../platform/persons/readPersons.ts';
import { actOf } from '../../platform/persons/requested.ts';
import { type Right, rights } from '../../platform/persons/rights.ts';
import { maskedAccount, nameFor, seesPersonal } from '../personal/masks.ts';

type Viewer = Pick<Person, 'name' | 'roles'>;

/**
 * A request as this person may see it, with whoever may answer it. To whom money goes is for those who have asked or may
 * answer, and for those whose work it is to know who somebody is.
 */
export function shownRequest(
  request: OperatorRequest,
  { enrolled }: Pick<Persons, 'enrolled'>,
  viewer: Viewer,
): ConsoleCallData<'request'> {
  const { id, action, subject, input, who, why, createdAt, askedWith, status, approvedBy, settledAt, result } = request;
  const { approves }: Right = rights[actOf(action)];
  const mayAnswer =
    status === 'waiting'
      ? [...enrolled.values()].filter(
          ({ name, roles }) => name !== who && roles.some((role) => approves?.includes(role)),
        )
      : [];
  const isShownWhole =
    seesPersonal(viewer.roles) || viewer.name === who || mayAnswer.some(({ name }) => name === viewer.name);
  return {
    id,
    action,
    subject,
    input: isShownWhole ? input : masked(input),
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

/** What an act names of an account, by what it is called there. */
function masked(input: OperatorRequest['input']): OperatorRequest['input'] {
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => {
      if (field === 'account') return [field, maskedAccount(value)];
      return [field, field === 'name' ? nameFor([], value) : value];
    }),
  );
}

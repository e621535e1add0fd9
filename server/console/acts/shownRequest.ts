import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { timeOf } from '../../configuration/rowChange.ts';
import { mayAnswer, mayTakeBack } from '../../operator/answering.ts';
import type { OperatorRequest } from '../../operator/requestStore.ts';
import { shownResult } from '../../operator/shownResult.ts';
import { lifetimesMs } from '../../platform/persons/judgeStatement.ts';
import type { Person, Persons } from '../../platform/persons/readPersons.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { maskedAccount, nameFor, seesPersonal } from '../personal/masks.ts';
import { personsAtWork } from '../session/consoleSessionStore.ts';

type Viewer = Pick<Person, 'name' | 'roles'>;

/** Who looks, and who else is there. */
export type Viewing = {
  readonly viewer: Viewer;
  readonly persons: Pick<Persons, 'enrolled'>;
  readonly atWork: ReadonlySet<string>;
};

export async function viewing(
  { database, persons }: Pick<ConsoleContext, 'database' | 'persons'>,
  viewer: Viewer,
): Promise<Viewing & { readonly persons: Persons }> {
  const [present, atWork] = await Promise.all([persons(database), personsAtWork(database)]);
  return { viewer, persons: present, atWork };
}

/**
 * A request as this person may see it, with whoever may answer it, who of them is there, and until when it waits. To whom money
 * goes is for those who have asked or may answer, and for those whose work it is to know who somebody is.
 */
export function shownRequest(
  request: OperatorRequest,
  { viewer, persons, atWork }: Viewing,
): ConsoleCallData<'request'> {
  const { id, action, subject, input, who, why, createdAt, askedWith, status, approvedBy, settledAt } = request;
  const may = [...persons.enrolled.values()].filter((person) => mayAnswer(person, request)).map(({ name }) => name);
  const isShownWhole = seesPersonal(viewer.roles) || viewer.name === who || may.includes(viewer.name);
  const lapsesAt = new Date(createdAt.getTime() + lifetimesMs.answered);
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
    result: shownResult(request),
    mayAnswer: may.toSorted(),
    atWork: may.filter((name) => atWork.has(name)).toSorted(),
    lapsesAt: status === 'waiting' ? lapsesAt.toISOString() : null,
    notBefore: timeOf(request)?.toISOString() ?? null,
    mayTakeBack: mayTakeBack(viewer, request),
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

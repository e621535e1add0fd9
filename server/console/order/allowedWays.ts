import { takesTwo } from '../../operator/bars/takesTwo.ts';
import type { OperatorRequest } from '../../operator/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Person } from '../../platform/persons/readPersons.ts';
import { actOf } from '../../platform/persons/requested.ts';
import { type Right, rights } from '../../platform/persons/rights.ts';
import type { Word } from './word.ts';

export type Asking = {
  readonly database: Queryable;
  readonly orderNo: string;
  readonly person: Pick<Person, 'name' | 'roles'>;
  readonly persons: readonly Pick<Person, 'name' | 'roles'>[];
  /** About this order. */
  readonly requests: readonly OperatorRequest[];
};

/** A word with who may say it, and who has to agree: by the tables of rights and of bars, as they are asked when it is done. */
export async function waysFor(asking: Asking, words: readonly Word[]) {
  return Promise.all(words.map((word) => wayFor(asking, word)));
}

async function wayFor({ database, orderNo, person, persons, requests }: Asking, word: Word) {
  const act = actOf(word.action);
  const subject = word.subject ?? orderNo;
  const right: Right = rights[act];
  const twice = await takesTwo(
    { database },
    { action: word.action, subject, input: word.given, who: person.name, why: '' },
  );
  const approvers = persons.filter(
    ({ name, roles }) => name !== person.name && roles.some((role) => right.approves?.includes(role)),
  );
  const mayAsk = person.roles.some((role) => right.asks.includes(role));
  const waiting = requests.find(
    (one) => one.action === word.action && one.subject === subject && one.status === 'waiting',
  );
  const why =
    word.why ??
    (mayAsk ? null : `This is for ${right.asks.join(', ')}.`) ??
    (waiting ? `${waiting.who} has asked for it: request ${waiting.id} waits for a second person.` : null);
  return {
    ...word,
    act,
    subject,
    given: { ...word.given },
    asks: [...word.asks],
    choices: Object.fromEntries(Object.entries(word.choices).map(([field, options]) => [field, [...options]])),
    allowed: why === null,
    why,
    takesTwo: twice,
    approvers: twice ? approvers.map(({ name }) => name).toSorted() : [],
  };
}

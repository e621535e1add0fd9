import { type Configured, readOnce } from '../../configuration/readOnce.ts';
import { takesTwo } from '../../operator/bars/takesTwo.ts';
import { isAmong, rightOf } from '../../operator/persons/rightOf.ts';
import type { OperatorRequest } from '../../operator/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Person } from '../../platform/persons/readPersons.ts';
import { actOf } from '../../platform/persons/requested.ts';
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
  const configured = readOnce(asking.database);
  return Promise.all(words.map((word) => wayFor(asking, word, configured)));
}

async function wayFor({ database, orderNo, person, persons, requests }: Asking, word: Word, configured: Configured) {
  const act = actOf(word.action);
  const subject = word.subject ?? orderNo;
  const wish = { action: word.action, subject, input: word.given };
  const { asks = [], approves } = rightOf(wish) ?? {};
  const twice = await takesTwo({ database, configured }, { ...wish, who: person.name, why: '' });
  const approvers = persons.filter(({ name, roles }) => name !== person.name && isAmong(roles, approves));
  const mayAsk = isAmong(person.roles, asks);
  const waiting = requests.find(
    (one) => one.action === word.action && one.subject === subject && one.status === 'waiting',
  );
  const why =
    word.why ??
    (mayAsk ? null : `This is for ${asks.join(', ')}.`) ??
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

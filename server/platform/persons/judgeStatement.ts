import type { Role } from '@slipway/contract/entities/roles.ts';
import { canonicalJson, type Json } from '@slipway/contract/statements/canonicalJson.ts';
import { type Statement } from '@slipway/contract/statements/statement.ts';
import { isSignedBy } from './credential.ts';
import type { Person, Persons } from './readPersons.ts';
import { hashOf, readStatement, type SignedStatement, signedBytes } from './statement.ts';

/** Why a statement counts for nothing, by name, with what an operator reads. */
export const statementRefusals = {
  unsigned: 'nobody has signed it',
  malformed: 'it is not written as a statement is',
  persons_broken: 'statements about persons were taken out of the database',
  unknown_key: 'its key is nobody’s',
  revoked_key: 'its key is good no more',
  forged: 'its signature does not fit it',
  wrong_person: 'its key is another person’s',
  wrong_role: 'the person may not say it',
  unknown_previous: 'it was said of persons that are not known here',
  future: 'it was said in the future',
  expired: 'it was said too long ago',
  replayed: 'it was done before',
  taken_back: 'somebody has said no to it',
  too_far: 'its time is further away than a change may wait',
  edited: 'it says something else than what is asked for',
  second_missing: 'a second person has not agreed to it',
  same_person: 'the second person is the first',
} as const satisfies Readonly<Record<string, string>>;

export type StatementRefusal = keyof typeof statementRefusals;

/** How long what was said counts, in milliseconds. */
export type Lifetimes = {
  /** From what is asked for to the second person's yes: then it lapses. */
  readonly answered: number;
  /** From the last word that it needs, or from the time that was signed with it, to its being done. */
  readonly done: number;
};

const DAY_MS = 24 * 60 * 60_000;

export const lifetimesMs: Lifetimes = {
  answered: DAY_MS,
  /** A vendor may be away. */
  done: DAY_MS,
};

/** Of what holds until it is taken back, as that coins may be withdrawn to an address. */
export const STANDING: Lifetimes = { answered: Number.POSITIVE_INFINITY, done: Number.POSITIVE_INFINITY };

/** So long after it was asked for something may be done at the latest, where it is to be done at a time. */
export const FURTHEST_MS = 30 * DAY_MS;

/** Clocks of two machines are never quite alike. */
const AHEAD_MS = 2 * 60_000;

export type Judged =
  | { readonly kind: 'ok'; readonly statement: Statement; readonly person: Person; readonly hash: string }
  | { readonly kind: 'refused'; readonly reason: StatementRefusal };

export type Judging = {
  readonly persons: Persons;
  readonly now: Date;
  readonly lifetimeMs: number;
  /** Who may say it. */
  readonly by: readonly Role[];
};

/** Whether a person who is enrolled, and may, has said this lately. Pure: whether it was done before is the caller's to know. */
export function judgeStatement(signed: SignedStatement, judging: Judging): Judged {
  const { persons, now, lifetimeMs, by } = judging;
  if (persons.brokenAt !== undefined) return refused('persons_broken');
  const statement = readStatement(signed.text);
  if (!statement) return refused('malformed');
  const person = persons.enrolled.get(statement.key);
  if (!person) return refused(persons.former.has(statement.key) ? 'revoked_key' : 'unknown_key');
  if (!isSignedBy(person.credential, signedBytes(signed.text), signed.signature)) return refused('forged');
  if (person.name !== statement.person) return refused('wrong_person');
  if (!persons.hashes.has(statement.previous)) return refused('unknown_previous');
  const ageMs = now.getTime() - Date.parse(statement.time);
  if (ageMs < -AHEAD_MS) return refused('future');
  if (ageMs > lifetimeMs) return refused('expired');
  if (!person.roles.some((role) => by.includes(role))) return refused('wrong_role');
  return { kind: 'ok', statement, person, hash: hashOf(signed) };
}

/** What somebody asks for, and the yes of a second person where there is one. */
export type Asked = { readonly asked: SignedStatement; readonly approved: SignedStatement | undefined };

/** What is about to be done. */
export type Doing = {
  readonly act: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly takesTwo: boolean;
  readonly asks: readonly Role[];
  readonly approves: readonly Role[];
  /** It was asked for at a time: not before it, and no longer after it than after a last word. */
  readonly notBefore?: Date | undefined;
};

export type JudgedAsked =
  | {
      readonly kind: 'ok';
      readonly asker: Person;
      readonly approver: Person | undefined;
      readonly reason: string;
      /** What must not have been done before, and is done with this. */
      readonly hashes: readonly string[];
    }
  | { readonly kind: 'refused'; readonly reason: StatementRefusal };

/** The act of a second person's yes; its one argument, `statement`, is {@link hashOf} what it agrees to. */
export const APPROVE = 'approve';

/**
 * Whether just this was asked for by one person, and agreed to by another with another key where it takes two. Pure: the
 * caller says what is about to be done, and does nothing whose `hashes` it has done before.
 */
export function judgeAsked(
  { asked, approved }: Asked,
  doing: Doing,
  { persons, now, lifetimes = lifetimesMs }: Pick<Judging, 'persons' | 'now'> & { readonly lifetimes?: Lifetimes },
): JudgedAsked {
  const first = judgeStatement(asked, { persons, now, lifetimeMs: Number.POSITIVE_INFINITY, by: doing.asks });
  if (first.kind === 'refused') return first;
  const { statement, person: asker, hash } = first;
  if (statement.act !== doing.act || canonicalJson(statement.arguments) !== canonicalJson(doing.arguments))
    return refused('edited');
  const askedAt = Date.parse(statement.time);
  const notBefore = doing.notBefore?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (notBefore - askedAt > FURTHEST_MS) return refused('too_far');
  const isOver = (lastWordAt: number) => now.getTime() - Math.max(lastWordAt, notBefore) > lifetimes.done;
  const { reason } = statement;
  if (!approved) {
    if (isOver(askedAt)) return refused('expired');
    return doing.takesTwo
      ? refused('second_missing')
      : { kind: 'ok', asker, approver: undefined, reason, hashes: [hash] };
  }
  const second = judgeStatement(approved, { persons, now, lifetimeMs: Number.POSITIVE_INFINITY, by: doing.approves });
  if (second.kind === 'refused') return second;
  const { act, arguments: agreed, time } = second.statement;
  if (act !== APPROVE || agreed['statement'] !== hash) return refused('edited');
  if (second.person.name === asker.name || second.person.key === asker.key) return refused('same_person');
  const agreedAt = Date.parse(time);
  if (agreedAt - askedAt > lifetimes.answered || isOver(agreedAt)) return refused('expired');
  return { kind: 'ok', asker, approver: second.person, reason, hashes: [hash, second.hash] };
}

function refused(reason: StatementRefusal): { readonly kind: 'refused'; readonly reason: StatementRefusal } {
  return { kind: 'refused', reason };
}

import type { Role } from '@slipway/contract/entities/roles.ts';
import { samplePersonKey, sampleRootKeys } from '../../../sandbox/world/samplePersons.ts';
import { type PersonKey, personKeyOf, type Saying, sayWith } from './personKey.ts';
import type { Persons } from './readPersons.ts';
import { CONFIRM, ENROL, readPersons } from './readPersons.ts';
import { readRootKeys } from './rootKeys.ts';
import { hashOf, type SignedStatement } from './statement.ts';

/** The key of anybody, always the same one. */
export function keyOf(name: string): PersonKey {
  return personKeyOf(samplePersonKey(name));
}

export function rootsOf(...names: string[]) {
  return readRootKeys(sampleRootKeys(names));
}

/** Statements about persons, each following the one before. */
export function createChain(...roots: string[]) {
  const rootKeys = rootsOf(...roots);
  const statements: SignedStatement[] = [];
  const read = (): Persons => readPersons(statements, rootKeys);
  /** Signed, and kept nowhere. */
  const signAt = (
    now: Date,
    by: string,
    saying: Pick<Saying, 'act' | 'arguments'>,
    key = keyOf(by),
    { head } = read(),
  ) => sayWith(key, { ...saying, person: by, reason: 'a test' }, { now, head });
  const say = (by: string, saying: Pick<Saying, 'act' | 'arguments'>, key = keyOf(by)): SignedStatement => {
    const signed = signAt(new Date(), by, saying, key);
    statements.push(signed);
    return signed;
  };
  const propose = (by: string, name: string, roles: readonly Role[], key = keyOf(name)) =>
    say(by, { act: ENROL, arguments: { name, roles, credential: { ...key.credential } } });
  return {
    statements,
    rootKeys,
    read,
    signAt,
    say,
    propose,
    confirm: (by: string, proposal: SignedStatement) =>
      say(by, { act: CONFIRM, arguments: { statement: hashOf(proposal) } }),
    names: () => [...read().enrolled.values()].map(({ name }) => name).toSorted(),
  };
}

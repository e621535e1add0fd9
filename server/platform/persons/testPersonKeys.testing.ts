import { sign } from 'node:crypto';
import type { Role } from '@slipway/contract/entities/roles.ts';
import { buildBulkSignedText } from '@slipway/contract/statements/statement.ts';
import { deriveSamplePersonKey, formatSampleRootKeys } from '../../../sandbox/world/samplePersons.ts';
import { buildBatchSignature } from './batchSignature.ts';
import { createPersonKey, type PersonKey, type StatementContent, signStatement } from './personKey.ts';
import type { PersonRegistry } from './personRegistry.ts';
import { buildPersonRegistry, CONFIRM, ENROL } from './personRegistry.ts';
import { readRootKeys } from './rootKeys.ts';
import { hashStatement, type SignedStatement } from './statement.ts';

/** Returns the key of the person with this name, always the same one. */
export function getTestKey(name: string): PersonKey {
  return createPersonKey(deriveSamplePersonKey(name));
}

export function getTestRootKeys(...names: string[]) {
  return readRootKeys(formatSampleRootKeys(names));
}

/** Returns the same statements, with one signature of the person's key over all of them. */
export function signTogether(name: string, all: readonly SignedStatement[]): SignedStatement[] {
  const list = Buffer.from(buildBulkSignedText(all.map(hashStatement)));
  const signature = buildBatchSignature(
    all.map(({ text }) => text),
    sign(null, list, deriveSamplePersonKey(name)),
  );
  return all.map(({ text }) => ({ text, signature }));
}

/** Creates a chain of statements about people, each following the previous one. */
export function createStatementChain(...roots: string[]) {
  const rootKeys = getTestRootKeys(...roots);
  const statements: SignedStatement[] = [];
  const read = (): PersonRegistry => buildPersonRegistry(statements, rootKeys);
  /** Signs without storing. */
  const signAt = (
    now: Date,
    by: string,
    content: Pick<StatementContent, 'act' | 'arguments'>,
    key = getTestKey(by),
    { head } = read(),
  ) => signStatement(key, { ...content, person: by, reason: 'a test' }, { now, head });
  const signPersonStatement = (
    by: string,
    content: Pick<StatementContent, 'act' | 'arguments'>,
    key = getTestKey(by),
  ): SignedStatement => {
    const signed = signAt(new Date(), by, content, key);
    statements.push(signed);
    return signed;
  };
  const propose = (by: string, name: string, roles: readonly Role[], key = getTestKey(name)) =>
    signPersonStatement(by, { act: ENROL, arguments: { name, roles, credential: { ...key.credential } } });
  return {
    statements,
    rootKeys,
    read,
    signAt,
    sign: signPersonStatement,
    propose,
    confirm: (by: string, proposal: SignedStatement) =>
      signPersonStatement(by, { act: CONFIRM, arguments: { statement: hashStatement(proposal) } }),
    names: () => [...read().enrolled.values()].map(({ name }) => name).toSorted(),
  };
}

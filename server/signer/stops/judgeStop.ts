import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { NOTHING_BEFORE, type Statement } from '@slipway/contract/statements/statement.ts';
import { judgeStatement } from '../../platform/persons/judgeStatement.ts';
import { type RootKey, readPersons } from '../../platform/persons/readPersons.ts';
import { argumentsOf } from '../../platform/persons/requested.ts';
import { rights } from '../../platform/persons/rights.ts';
import { hashOf, readStatement, type SignedStatement } from '../../platform/persons/statement.ts';

/** What acts about the signer are about: there is one. */
export const SIGNER = 'signer';
const STOP = 'stop-signing';

/** Whether just a stop is asked for: what says more is none, for whoever reads it. */
export function isStopWish(said: Statement['arguments']): boolean {
  return canonicalJson(said) === canonicalJson(argumentsOf({ action: STOP, subject: SIGNER, input: {} }));
}

/** A person's word that nothing is signed any more. */
export type Stop = {
  /** Of its statement: what ends it names it. */
  readonly hash: string;
  readonly who: string;
  readonly why: string;
  /** When it was said, in ISO 8601. */
  readonly at: string;
  /** The newest statement about persons that stood then: whoever ends the stop is judged by nothing older. */
  readonly persons: string;
};

type KnownPersons = {
  /** As the database has them, the oldest first. */
  readonly statements: readonly SignedStatement[];
  readonly rootKeys: readonly RootKey[];
};

/**
 * The stop that somebody has signed who might, undefined for anything else. It holds whenever it was said, and whatever became
 * of the person's key and roles since: they are judged as they were by the statements about persons that it names. Pure.
 */
export function judgeStop(signed: SignedStatement, known: KnownPersons): Stop | undefined {
  const statement = readStatement(signed.text);
  if (statement?.act !== STOP || !isStopWish(statement.arguments)) return undefined;
  const judging = { now: new Date(statement.time), lifetimeMs: 0, by: rights[STOP].asks };
  const isSaid = [statementsUpTo(known.statements, statement.previous), known.statements].some((statements) => {
    const persons = statements && readPersons(statements, known.rootKeys);
    return persons !== undefined && judgeStatement(signed, { ...judging, persons }).kind === 'ok';
  });
  if (!isSaid) return undefined;
  const { person: who, reason: why, time: at, previous: persons } = statement;
  return { hash: hashOf(signed), who, why, at, persons };
}

/** Undefined where there is none of that hash. */
function statementsUpTo(statements: readonly SignedStatement[], hash: string): readonly SignedStatement[] | undefined {
  if (hash === NOTHING_BEFORE) return [];
  const at = statements.findIndex((signed) => hashOf(signed) === hash);
  return at < 0 ? undefined : statements.slice(0, at + 1);
}

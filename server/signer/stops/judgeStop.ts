import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { GENESIS_HASH, type Statement } from '@slipway/contract/statements/statement.ts';
import { buildPersonRegistry, type RootKey } from '../../platform/persons/personRegistry.ts';
import { buildRequestArguments } from '../../platform/persons/requestedAction.ts';
import { hashStatement, parseStatement, type SignedStatement } from '../../platform/persons/statement.ts';
import { verifyStatement } from '../../platform/persons/verifyStatement.ts';
import { signerRights } from '../signedRequests/signerRights.ts';

/** The subject of acts about the signer: there is only one. */
export const SIGNER = 'signer';
const STOP = 'stop-signing';

/** Returns true if the arguments request exactly a stop: one with additional fields is none, for every reader. */
export function isStopRequest(args: Statement['arguments']): boolean {
  return canonicalJson(args) === canonicalJson(buildRequestArguments({ action: STOP, subject: SIGNER, input: {} }));
}

/** A person's signed statement that the signer signs nothing more. */
export type Stop = {
  /** The hash of its statement; the statement that ends it names this hash. */
  readonly hash: string;
  readonly who: string;
  readonly why: string;
  /** When it was signed, in ISO 8601. */
  readonly at: string;
  /** The newest person statement at that time: ending the stop is judged by nothing older. */
  readonly persons: string;
};

type KnownPersons = {
  /** As the database has them, the oldest first. */
  readonly statements: readonly SignedStatement[];
  readonly rootKeys: readonly RootKey[];
};

/**
 * Returns the stop if an entitled person signed it, undefined for anything else. It holds at any age, even if the person's key
 * or roles changed since: they are judged by the person statements that it names. Pure.
 */
export function judgeStop(signed: SignedStatement, known: KnownPersons): Stop | undefined {
  const statement = parseStatement(signed.text);
  if (statement?.act !== STOP || !isStopRequest(statement.arguments)) return undefined;
  const judging = { now: new Date(statement.time), lifetimeMs: 0, by: signerRights[STOP].requesters };
  const isVerified = [statementsUpTo(known.statements, statement.previous), known.statements].some((statements) => {
    const persons = statements && buildPersonRegistry(statements, known.rootKeys);
    return persons !== undefined && verifyStatement(signed, { ...judging, persons }).kind === 'ok';
  });
  if (!isVerified) return undefined;
  const { person: who, reason: why, time: at, previous: persons } = statement;
  return { hash: hashStatement(signed), who, why, at, persons };
}

/** Returns the statements up to that hash; undefined if there is none of it. */
function statementsUpTo(statements: readonly SignedStatement[], hash: string): readonly SignedStatement[] | undefined {
  if (hash === GENESIS_HASH) return [];
  const at = statements.findIndex((signed) => hashStatement(signed) === hash);
  return at < 0 ? undefined : statements.slice(0, at + 1);
}

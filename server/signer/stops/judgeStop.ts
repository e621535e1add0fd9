import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { GENESIS_HASH, type Statement } from '@slipway/contract/statements/statement.ts';
import { buildPersonRegistry, type RootKey } from '../../platform/persons/personRegistry.ts';
import { buildRequestArguments } from '../../platform/persons/requestedAction.ts';
import { hashStatement, parseStatement, type SignedStatement } from '../../platform/persons/statement.ts';
import { verifyStatement } from '../../platform/persons/verifyStatement.ts';
import { signerRights } from '../signedRequests/signerRights.ts';

/** The subject of actions about the signer, the same for all signers. */
export const SIGNER = 'signer';
const STOP = 'stop-signing';

/**
 * Returns true if the arguments request a stop and contain nothing else. Every reader ignores a stop with additional fields.
 */
export function isStopRequest(args: Statement['arguments']): boolean {
  return canonicalJson(args) === canonicalJson(buildRequestArguments({ action: STOP, subject: SIGNER, input: {} }));
}

/** A person's signed statement that the signer signs nothing more. */
export type Stop = {
  /** The hash of its statement. The statement that ends the stop contains this hash. */
  readonly hash: string;
  readonly who: string;
  readonly why: string;
  /** When it was signed, in ISO 8601. */
  readonly at: string;
  /** The newest statement about people when it was signed. While the database lacks it, the stop cannot be ended. */
  readonly persons: string;
};

type KnownPersons = {
  /** The statements about people in the database, the oldest first. */
  readonly statements: readonly SignedStatement[];
  readonly rootKeys: readonly RootKey[];
};

/**
 * Returns the stop if an entitled person signed it, undefined for anything else. It holds at any age. The person must be
 * entitled by the statements about people up to the one that it names, or by all of them: a later change of the person's key or
 * roles has no effect. Pure.
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

/** Returns the statements up to the one with that hash; undefined if there is none. */
function statementsUpTo(statements: readonly SignedStatement[], hash: string): readonly SignedStatement[] | undefined {
  if (hash === GENESIS_HASH) return [];
  const at = statements.findIndex((signed) => hashStatement(signed) === hash);
  return at < 0 ? undefined : statements.slice(0, at + 1);
}

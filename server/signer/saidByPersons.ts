import type { Database } from '../platform/database/database.ts';
import { judgeAsked, type Lifetimes } from '../platform/persons/judgeStatement.ts';
import { findStatement, isRejected } from '../platform/persons/operatorStatementStore.ts';
import { loadPersons } from '../platform/persons/personStatementStore.ts';
import type { RootKey } from '../platform/persons/readPersons.ts';
import { actOf, argumentsOf } from '../platform/persons/requested.ts';
import { type Right, rights } from '../platform/persons/rights.ts';
import { statementTime } from '../platform/persons/statementTime.ts';
import type { RequestWords } from './requestWordStore.ts';

export type WordsContext = {
  readonly database: Database;
  /** Of the signer's own environment. */
  readonly rootKeys: readonly RootKey[];
  readonly isSandbox: boolean;
  /** Above it the word of one person is none. */
  readonly twoAboveEuroCents: bigint;
};

/** What persons have signed, with the hash of the statement by which it was asked for. */
export type Said = RequestWords & { readonly hash: string };

type How = {
  readonly takesTwo: boolean;
  readonly lifetimes?: Lifetimes;
  /** A statement about persons that is known to have been made: where it is gone, nobody has said anything. */
  readonly knowing?: string;
  /** Who may ask and approve, if the act does not decide it. */
  readonly right?: Right;
  /** The time that was signed with it: from then on it lapses. */
  readonly notBefore?: Date | undefined;
};

/**
 * Those of the requests that persons have signed just so: the key of each is a person's who is enrolled at this moment and may.
 * Whatever else the rows say counts for nothing.
 */
export async function saidByPersons(
  context: Omit<WordsContext, 'twoAboveEuroCents'>,
  requests: readonly RequestWords[],
  { takesTwo, lifetimes, knowing, right, notBefore }: How,
): Promise<readonly Said[]> {
  if (requests.length === 0) return [];
  const { database, rootKeys } = context;
  const persons = await loadPersons(database, rootKeys);
  if (knowing !== undefined && !persons.hashes.has(knowing)) return [];
  const now = await statementTime(context);
  const said = await Promise.all(
    requests.map(async (request): Promise<readonly Said[]> => {
      const act = actOf(request.action);
      const asked = await findStatement(database, request.askedWith);
      if (!asked || act === undefined) return [];
      // Rows are written by the worker: a request that a person took back may be called approved again.
      if (await isRejected(database, request.askedWith ?? '')) return [];
      const { asks, approves }: Right = right ?? rights[act];
      const doing = { act, arguments: argumentsOf(request), takesTwo, asks, approves: approves ?? [], notBefore };
      const words = { asked, approved: await findStatement(database, request.approvedWith) };
      const judged = judgeAsked(words, doing, { persons, now, ...(lifetimes && { lifetimes }) });
      const [hash] = judged.kind === 'ok' ? judged.hashes : [];
      return hash === undefined ? [] : [{ ...request, hash }];
    }),
  );
  return said.flat();
}

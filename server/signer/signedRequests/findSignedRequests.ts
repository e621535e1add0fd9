import type { Database } from '../../platform/database/database.ts';
import type { ActionRight } from '../../platform/persons/actionRight.ts';
import { findStatement, isRequestRejected } from '../../platform/persons/operatorStatementStore.ts';
import type { RootKey } from '../../platform/persons/personRegistry.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import { buildRequestArguments } from '../../platform/persons/requestedAction.ts';
import { type StatementLifetimes, verifyRequest } from '../../platform/persons/verifyStatement.ts';
import type { RequestRow } from './requestRowStore.ts';
import { findSignerRight } from './signerRights.ts';

export type SignedRequestContext = {
  readonly database: Database;
  /** The root keys in the signer's own environment. */
  readonly rootKeys: readonly RootKey[];
  readonly isSandbox: boolean;
  /** Amounts above this need two people. */
  readonly twoAboveEuroCents: bigint;
};

/** A request that people have signed, with the hash of the statement that made it. */
export type SignedOperatorRequest = RequestRow & { readonly hash: string };

const NO_RIGHT: ActionRight = { requesters: [], approvers: null };

type SignedRequestRules = {
  readonly needsSecondApproval: boolean;
  readonly lifetimes?: StatementLifetimes;
  /** Hash of a statement about people that is known to exist. If the database lacks it, no request counts. */
  readonly knowing?: string;
  /** The roles that may request and approve, if the action does not decide that. */
  readonly right?: ActionRight;
  /** The signed time of a scheduled change. Its lifetime begins then. */
  readonly notBefore?: Date | undefined;
};

/**
 * Returns the requests that people have signed exactly as their rows show them, if these people are enrolled now and have the
 * right, the signatures have not expired, and no person has rejected the request. No other column of the rows is trusted.
 */
export async function findSignedRequests(
  context: Omit<SignedRequestContext, 'twoAboveEuroCents'>,
  requests: readonly RequestRow[],
  { needsSecondApproval, lifetimes, knowing, right, notBefore }: SignedRequestRules,
): Promise<readonly SignedOperatorRequest[]> {
  if (requests.length === 0) return [];
  const { database, rootKeys } = context;
  const persons = await loadPersonRegistry(database, rootKeys);
  if (knowing !== undefined && !persons.hashes.has(knowing)) return [];
  const now = await readStatementTime(context);
  const signed = await Promise.all(
    requests.map(async (request): Promise<readonly SignedOperatorRequest[]> => {
      const { requesters, approvers } = right ?? findSignerRight(request.action) ?? NO_RIGHT;
      const requestStatement = await findStatement(database, request.requestStatement);
      if (!requestStatement) return [];
      // A worker writes the rows, so it could mark a request that a person has cancelled as approved again.
      if (await isRequestRejected(database, request.requestStatement ?? '')) return [];
      const action = {
        act: request.action,
        arguments: buildRequestArguments(request),
        needsSecondApproval,
        requesters,
        approvers: approvers ?? [],
        notBefore,
      };
      const statements = { asked: requestStatement, approved: await findStatement(database, request.approvedWith) };
      const judged = verifyRequest(statements, action, { persons, now, ...(lifetimes && { lifetimes }) });
      const [hash] = judged.kind === 'ok' ? judged.hashes : [];
      return hash === undefined ? [] : [{ ...request, hash }];
    }),
  );
  return signed.flat();
}

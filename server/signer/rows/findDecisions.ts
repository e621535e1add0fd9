import { z } from 'zod';
import { requiresChangeApproval } from '../../configuration/changeApproval.ts';
import { ConfigurationError } from '../../configuration/configurationKinds.ts';
import type { ConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import { type RowChange, readRowChange } from '../../configuration/rowChange.ts';
import { rowRights } from '../../configuration/rowRights.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import type { RequestedAction } from '../../platform/persons/requestedAction.ts';
import { parseStatement } from '../../platform/persons/statement.ts';
import { findSignedRequests, type SignedRequestContext } from '../signedRequests/findSignedRequests.ts';
import type { RowDecision } from './judgeRow.ts';
import { findApprovals, findRowStatements, type StoredStatement } from './rowStatementStore.ts';

const requested = z.strictObject({
  action: z.enum(['set', 'remove']),
  subject: z.string(),
  input: z.record(z.string(), z.string()),
});

type RequestedChange = {
  readonly hash: string;
  readonly time: number;
  readonly request: RequestedAction;
  readonly change: RowChange;
};

/**
 * Returns the changes of these rows that enough operators have signed and that are in effect, by the row's name. `configured`: the
 * accepted configuration, which decides which changes need a second person.
 */
export async function findDecisions(
  context: Omit<SignedRequestContext, 'twoAboveEuroCents'>,
  names: readonly string[],
  configured: ConfigurationReader,
): Promise<ReadonlyMap<string, readonly RowDecision[]>> {
  if (names.length === 0) return new Map();
  const { database } = context;
  const now = await readStatementTime(context);
  const statements = await findRowStatements(database, names);
  const requestedChanges = statements
    .flatMap((each) => readRequestedChange(each) ?? [])
    .filter(({ request, change: { notBefore } }) => names.includes(request.subject) && !(notBefore && notBefore > now));
  if (requestedChanges.length === 0) return new Map();
  const approvals = await findApprovals(
    database,
    requestedChanges.map(({ hash }) => hash),
  );
  const decided: (RowDecision & { readonly name: string })[] = [];
  for (const each of requestedChanges) {
    const at = await findEffect(context, each, approvals, configured);
    const { hash, change, request } = each;
    if (at !== undefined) decided.push({ hash, change, at, name: request.subject });
  }
  return Map.groupBy(decided, ({ name }) => name);
}

function readRequestedChange({ hash, text }: StoredStatement): RequestedChange | undefined {
  const statement = parseStatement(text);
  const parsed = requested.safeParse(statement?.arguments);
  if (!statement || !parsed.success) return undefined;
  try {
    return { hash, time: Date.parse(statement.time), request: parsed.data, change: readRowChange(parsed.data) };
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}

/** Returns from when a change may be made, in ms, or undefined if it is not signed by enough operators. */
async function findEffect(
  context: Omit<SignedRequestContext, 'twoAboveEuroCents'>,
  { hash, time, request, change: { kind, notBefore } }: RequestedChange,
  approvals: readonly StoredStatement[],
  configured: ConfigurationReader,
): Promise<number | undefined> {
  const needsSecondApproval = await requiresChangeApproval(configured, request);
  const times = new Map<string | null, number>(needsSecondApproval ? [] : [[null, time]]);
  for (const approval of approvals) {
    const statement = parseStatement(approval.text);
    if (statement?.arguments['statement'] === hash) times.set(approval.hash, Date.parse(statement.time));
  }
  const requests = [...times.keys()].map((approvedWith) => ({ ...request, requestStatement: hash, approvedWith }));
  const verified = await findSignedRequests(context, requests, {
    needsSecondApproval,
    right: rowRights[kind],
    notBefore,
  });
  const effective = verified.map(({ approvedWith }) =>
    Math.max(times.get(approvedWith) ?? 0, notBefore?.getTime() ?? 0),
  );
  return effective.length === 0 ? undefined : Math.min(...effective);
}

import { getRuleTitle } from '@slipway/contract/statements/ruleTitles.ts';
import { z } from 'zod';
import { type ActionRequest, type CheckContext, createActionDefiner } from '../../action/action.ts';
import type { ApprovalThreshold } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import type { CommandContext } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { APPROVERS } from '../../action/roles.ts';
import type { ActionRight } from '../../platform/persons/actionRight.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import type { RequestedAction } from '../../platform/persons/requestedAction.ts';
import { requiresChangeApproval } from '../changeApproval.ts';
import { checkChange, removeRow, setRow } from '../changeConfiguration.ts';
import { computeRowEdition } from '../computeRowEdition.ts';
import { isConfigurationKind } from '../configurationKinds.ts';
import type { ConfigurationReader } from '../createConfigurationReader.ts';
import { approveFulfilledChanges } from '../partnerChanges.ts';
import { readRowChange } from '../rowChange.ts';
import { rowRights } from '../rowRights.ts';
import { parseRowFields } from './parseRowFields.ts';
import { requireChangeTime } from './rowChangeRules.ts';

const defineConfigurationAction = createActionDefiner<{
  readonly configured: ConfigurationReader;
}>();

const shared = {
  subject: 'other',
  // The signer parses the same input, also with `readRowChange`.
  input: z.record(z.string(), z.string()),
  right: { requesters: APPROVERS, approvers: APPROVERS },
  rightFor: (input: Readonly<Record<string, string>>) => findKindRight(parseKind(input['change'])),
  secondPerson: {
    when: 'see [below](#changes-of-the-configuration)',
    holds: ({ configured }, request) => requiresChangeApproval(configured, request),
  } satisfies ApprovalThreshold<ConfigurationReader>,
  doneBy: 'clerk',
  execute,
} as const;

export const setConfiguration = defineConfigurationAction({
  ...shared,
  name: 'set',
  check: (context, wanted) => requireChange(context, { action: 'set', ...wanted }),
  title: (subject) => `Change ${formatRow(subject)}`,
  money: 'None: open orders keep the terms that they were created with',
  command: {
    usage: 'set KIND KEY FIELD=VALUE … [--at 2026-12-01T06:00Z] (FIELD=none removes an optional field)',
    about:
      'changes or creates a row; every process uses it within a second. Most changes need a second approval (docs/actions.md)',
    read: (context, [kind = '', key = '', ...assignments]) =>
      readChange(context, { kind, key, fields: parseRowFields(kind, key, assignments) }),
  },
});

export const removeConfiguration = defineConfigurationAction({
  ...shared,
  name: 'remove',
  check: (context, wanted) => requireChange(context, { action: 'remove', ...wanted }),
  title: (subject) => `Delete ${formatRow(subject)}`,
  money: 'None: open orders keep the terms that they were created with',
  command: {
    usage: 'remove KIND KEY [--at 2026-12-01T06:00Z]',
    about: 'deletes a row',
    read: (context, [kind = '', key = '']) => readChange(context, { kind, key, fields: null }),
  },
});

/** Returns `the rule “Second approval above”` for `rule secondPersonAboveEuro`; for other rows, their kind and key. */
function formatRow(subject: string): string {
  const [kind = '', name = ''] = subject.split(' ');
  return kind === 'rule' ? `the rule “${getRuleTitle(name)}”` : subject;
}

/** Returns who may change rows of a kind; undefined if there is no such kind. */
export function findKindRight(kind: string): ActionRight | undefined {
  return isConfigurationKind(kind) ? rowRights[kind] : undefined;
}

function parseKind(change: string | undefined): string {
  try {
    const { kind } = JSON.parse(change ?? '') as { readonly kind?: unknown };
    return typeof kind === 'string' ? kind : '';
  } catch {
    return '';
  }
}

type Change = {
  readonly kind: string;
  readonly key: string;
  /** Null removes the row. */
  readonly fields: Readonly<Record<string, unknown>> | null;
};

/**
 * Returns the subject and input of a request for the change. With `--at` the person also signs the row's current edition, so
 * that a row that has changed by then is not overwritten.
 */
async function readChange(context: CommandContext, { kind, key, fields }: Change) {
  const at = parseChangeTime(context);
  const edition = at && computeRowEdition((await checkChange(context.database, { kind, key, fields })).before);
  return {
    subject: `${kind} ${key}`,
    input: {
      change: JSON.stringify({ kind, key, fields: fields ?? {} }),
      ...(at && edition !== undefined && { notBefore: at.toISOString(), edition }),
    },
  };
}

/** A time in UTC: seconds and milliseconds are optional. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{3})?)?Z$/;

/** Returns the time of `--at` for the change. Throws {@link CommandError} for an invalid time. */
function parseChangeTime({ options }: Pick<CommandContext, 'options'>): Date | undefined {
  const { at } = options;
  if (at === undefined) return undefined;
  const time = new Date(at);
  if (!TIME.test(at) || Number.isNaN(time.getTime()))
    throw new CommandError(`${at} is not a time: give it in UTC, such as 2026-12-01T06:00Z`);
  return time;
}

/** Throws if the change is not possible, or its time is out of range. */
async function requireChange(context: CheckContext, request: RequestedAction): Promise<void> {
  const change = readRowChange(request);
  requireChangeTime(change.notBefore, await readStatementTime(context));
  await checkChange(context.database, change);
}

/**
 * Sets or removes a row of the configuration. Refuses a change that is no longer possible, and a scheduled change of a row
 * that has changed since the request.
 */
async function execute(_: ClerkContext, request: ActionRequest): Promise<ClerkWrite> {
  const { kind, key, fields, edition } = readRowChange(request);
  const { who, why, approvedBy } = request;
  const decision = { who, why, ...(approvedBy !== null && { approvedBy }) };
  return async (transaction) => {
    if (fields === null) {
      await removeRow(transaction, { kind, key, edition }, decision);
      return `${kind} ${key} removed`;
    }
    const { before, after } = await setRow(transaction, { kind, key, fields, edition }, decision);
    if (kind === 'partner') await approveFulfilledChanges(transaction, key, after, request.id);
    return `${kind} ${key}: ${formatFieldChanges(before, after)}`;
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the changed fields: `percent 0.039 → 0.031; enabled true`. `before`: null if the row is new. */
export function formatFieldChanges(before: unknown, after: unknown): string {
  const [old, current] = [(before ?? {}) as Fields, (after ?? {}) as Fields];
  const changes = [...new Set([...Object.keys(old), ...Object.keys(current)])].flatMap((name) => {
    const [was, is] = [formatField(old[name]), formatField(current[name])];
    if (was === is) return [];
    if (is === undefined) return [`${name} removed`];
    return [was === undefined ? `${name} ${is}` : `${name} ${was} → ${is}`];
  });
  return changes.join('; ') || 'nothing changed';
}

function formatField(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

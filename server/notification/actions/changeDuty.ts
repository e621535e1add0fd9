import { type ActionRequest, defineAction, fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { CASE_STAFF_OR_ADMIN } from '../../action/roles.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { formatTable } from '../../platform/text/formatTable.ts';
import { buildRoster, type DutyPeriod } from '../duty/duty.ts';
import { insertDutyPeriod, listDutyPeriodsFrom } from '../duty/dutyStore.ts';
import { findAcknowledgers } from '../duty/findAcknowledgers.ts';
import { findReachablePeople } from '../duty/findReachablePeople.ts';
import { buildDutyTake, DUTY_USAGE, parseDutySet } from './dutyInput.ts';
import { formatDutyPeriod } from './formatDutyPeriod.ts';
import { listDutyRows } from './listDutyRows.ts';
import { requireAlertRecipient } from './requireAlertRecipient.ts';

const inputSchema = fields('from', 'to', 'first', 'second');

/** Sets who is on duty for a period, replacing earlier entries for it. */
export const changeDuty = defineAction({
  name: 'duty',
  subject: 'other',
  input: inputSchema,
  right: { requesters: CASE_STAFF_OR_ADMIN, approvers: null },
  secondPerson: never,
  title: (_, { from, to, first, second }) =>
    `On duty from ${from} to ${to}: ${[first, second].filter((name) => name !== '').join(', then ') || 'no one'}`,
  money: 'None',
  button: () => ({
    label: 'Change duty roster',
    effect: 'From the start to the end, these people receive the alerts. This replaces the roster for that time.',
  }),
  command: {
    usage: 'duty set FROM TO first=NAME [second=NAME] | duty take [--to TIME] | duty list',
    about:
      'changes who is on duty, in UTC (2026-11-25T18:00Z); the newest entry for a time applies; first=none: no one',
    needsReason: false,
    async run(context, [subcommand = '', ...args], requester) {
      if (subcommand === 'list') return formatTable(await listDutyRows(context));
      if (subcommand !== 'set' && subcommand !== 'take') throw new CommandError(DUTY_USAGE);
      if (context.why === '') throw new CommandError('give a reason: --why TEXT');
      const input = subcommand === 'set' ? parseDutySet(args) : await buildDutyTake(context);
      return requester.requestAndWait({ subject: 'the roster', input });
    },
  },
  doneBy: 'clerk',
  execute,
});

async function execute({ rootKeys }: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { who, why } = request;
  const { first, second } = request.input;
  const from = new Date(request.input.from);
  const to = new Date(request.input.to);
  if (!(from < to)) throw new CommandError('a duty period must begin before it ends');
  if (second !== '' && (first === '' || first === second))
    throw new CommandError('name a first person on duty: the second person must differ from the first');
  const period: DutyPeriod = { from, to, first: first || null, second: second || null };
  return async (transaction) => {
    const acknowledgers = findAcknowledgers(await loadPersonRegistry(transaction, rootKeys));
    const named = [first, second].filter((name) => name !== '');
    for (const name of named) requireAlertRecipient(acknowledgers, name);
    const before = buildRoster(await listDutyPeriodsFrom(transaction, from), from, to).filter(
      (part) => part.first !== null,
    );
    await insertDutyPeriod(transaction, period, who);
    const lines = { before: before.map(formatDutyPeriod), after: [formatDutyPeriod(period)] };
    await appendAuditLine(transaction, { who, why, approvedBy: null, action: 'duty', subject: 'the roster', ...lines });
    const reachable = await findReachablePeople(transaction);
    const unreachable = named.filter((name) => !reachable.has(name));
    return [
      formatDutyPeriod(period),
      ...before.map((part) => `replaces: ${formatDutyPeriod(part)}`),
      ...unreachable.map(
        (name) =>
          `${name} has neither address nor phone and is notified only by the webhook; to set an address: npm run operate -- reach ${name} ADDRESS --why TEXT`,
      ),
    ].join('\n');
  };
}

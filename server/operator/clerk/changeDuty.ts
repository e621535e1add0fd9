import { type DutyPeriod, rosterOf } from '../../notification/duty/duty.ts';
import { dutyFrom, insertDuty } from '../../notification/duty/dutyStore.ts';
import { mayHaveAlerts } from '../../notification/duty/mayHaveAlerts.ts';
import { personsReached } from '../../notification/duty/personsReached.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import { CommandError } from '../commandError.ts';
import { saidOfDuty } from '../duty/saidOfDuty.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';
import { requireMayHave } from './requireMayHave.ts';

/** Who is on duty for a time, whatever was said of it before. */
export async function changeDuty({ rootKeys }: ClerkContext, { input, who, why }: OperatorRequest): Promise<Write> {
  const { first = '', second = '' } = input;
  const from = new Date(input['from'] ?? '');
  const to = new Date(input['to'] ?? '');
  if (!(from < to)) throw new CommandError('a time of duty begins before it ends');
  if (second !== '' && (first === '' || first === second))
    throw new CommandError('the second person is another one than the first');
  const period: DutyPeriod = { from, to, first: first || null, second: second || null };
  return async (transaction) => {
    const may = mayHaveAlerts(await loadPersons(transaction, rootKeys));
    const named = [first, second].filter((name) => name !== '');
    for (const name of named) requireMayHave(may, name);
    const before = rosterOf(await dutyFrom(transaction, from), from, to).filter((part) => part.first !== null);
    await insertDuty(transaction, period, who);
    const lines = { before: before.map(saidOfDuty), after: [saidOfDuty(period)] };
    await appendAudit(transaction, { who, why, approvedBy: null, action: 'duty', subject: 'the roster', ...lines });
    const reached = await personsReached(transaction);
    const silent = named.filter((name) => !reached.has(name));
    return [
      saidOfDuty(period),
      ...before.map((part) => `in the place of: ${saidOfDuty(part)}`),
      ...silent.map(
        (name) =>
          `${name} has neither address nor phone, and is told by the webhook alone: operate -- reach ${name} ADDRESS`,
      ),
    ].join('\n');
  };
}

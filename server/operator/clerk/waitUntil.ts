import { findAlertOf, keepAlert } from '../../notification/alertStore.ts';
import { inUtc } from '../../notification/duty/duty.ts';
import { keepQuiet } from '../../notification/duty/watchStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { lockDifference, writeWait } from '../../reconciliation/differenceStore.ts';
import { machineNow } from '../../reconciliation/placeStore.ts';
import { alertKeyOf } from '../../reconciliation/tellDifference.ts';
import { CommandError } from '../commandError.ts';
import { numberOf } from '../numberOf.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';
import { isAsSigned, whyNotDecided, whyNotWait } from './differenceRules.ts';

/**
 * Lets a difference wait: it stays open, what it halts stays halted, and nobody is told of it before then, unless it becomes
 * worse. Then it wakes again.
 */
export async function waitUntil({ database }: ClerkContext, request: OperatorRequest): Promise<Write> {
  const { subject, input, who, why } = request;
  const id = numberOf(subject);
  const until = new Date(input['until'] ?? '');
  return async (transaction) => {
    const difference = await lockDifference(transaction, id);
    if (!difference || !isAsSigned(difference, input))
      throw new CommandError(`difference ${id}: it is not what it was when it was asked for`);
    const age = (await machineNow(transaction)).getTime() - difference.openedAt.getTime();
    const against = whyNotDecided(difference) ?? whyNotWait(until, { now: await database.now(), age });
    if (against !== undefined) throw new CommandError(`difference ${id}: ${against}`);
    await writeWait(transaction, id, { until, who, why });
    const key = alertKeyOf(id);
    const known = await findAlertOf(transaction, key);
    if (!known || known.settledBy !== null) {
      const facts = known?.facts ?? { difference: id, place: difference.place };
      await keepAlert(transaction, { key, orderId: null, kind: 'books_differ', facts });
    }
    const alert = await findAlertOf(transaction, key);
    if (alert) await keepQuiet(transaction, alert.id, until);
    await appendAudit(transaction, {
      who,
      approvedBy: null,
      why,
      action: 'wait-until',
      subject: `difference ${id}`,
      before: { until: difference.waitsUntil?.toISOString() ?? null },
      after: { until: until.toISOString() },
    });
    return `difference ${id} waits until ${inUtc(until)}: it stays open, and what it halts stays halted`;
  };
}

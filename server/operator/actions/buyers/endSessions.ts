import { z } from 'zod';
import { findBuyersByEmail } from '../../../account/buyerStore.ts';
import { endSessionsOfAllBuyers, endSessionsOfBuyers } from '../../../account/sessions/sessionStore.ts';
import { appendAuditLine } from '../../../platform/audit/auditStore.ts';
import { type ActionRequest, type CommandRequest, defineAction, optional } from '../../action.ts';
import type { ClerkContext, ClerkWrite } from '../../clerk/clerkContext.ts';
import { CommandError } from '../../commandError.ts';
import { CASE_STAFF_OR_ADMIN } from '../../roles.ts';
import { never } from '../../thresholds/approvalThreshold.ts';

const EVERYBODY = 'everybody';
const OF_ALL = 'sessions of everybody';
const OF_ONE = 'sessions of a buyer';

const inputSchema = z.strictObject({ buyers: optional() });

/** Logs out buyers: all accounts of the request, or everybody. */
export const endSessions = defineAction({
  name: 'end-sessions',
  subject: 'other',
  input: inputSchema,
  right: { asks: CASE_STAFF_OR_ADMIN, approves: null },
  secondPerson: never,
  title: (_, { buyers }) => (buyers === '' ? 'End the sessions of all buyers' : 'End the sessions of a buyer'),
  money: 'None',
  command: {
    usage: `end-sessions EMAIL | ${EVERYBODY}`,
    about: 'ends every session of a buyer, including those in partners’ accounts, or of all buyers; they log in again',
    async read({ database }, [whose = '']): Promise<CommandRequest> {
      if (whose === EVERYBODY) return { subject: OF_ALL, input: {} };
      if (!whose.includes('@')) throw new CommandError(`give an email address, or ${EVERYBODY}`);
      // Signed statements are stored permanently: they name accounts, not addresses.
      const buyers = await findBuyersByEmail(database, whose.toLowerCase());
      if (buyers.length === 0) throw new CommandError('no buyer has this address');
      return { subject: OF_ONE, input: { buyers: buyers.join(',') } };
    },
  },
  doneBy: 'clerk',
  execute,
});

async function execute(_: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { subject, who, why } = request;
  const { buyers } = request.input;
  // An empty list of buyers must not end the sessions of all.
  if (subject !== (buyers === '' ? OF_ALL : OF_ONE))
    throw new CommandError('its subject and its buyers differ: request it again');
  return async (transaction) => {
    const ended =
      buyers === ''
        ? await endSessionsOfAllBuyers(transaction)
        : await endSessionsOfBuyers(transaction, buyers.split(','));
    const line = { who, why, approvedBy: null, action: 'end-sessions', subject, before: null, after: { ended } };
    await appendAuditLine(transaction, line);
    return `${ended} sessions have ended`;
  };
}

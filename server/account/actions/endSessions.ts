import { z } from 'zod';
import { type ActionRequest, type CommandRequest, defineAction, optional } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { CASE_STAFF_OR_ADMIN } from '../../action/roles.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { findBuyersByEmail } from '../buyerStore.ts';
import { endSessionsOfAllBuyers, endSessionsOfBuyers } from '../sessions/sessionStore.ts';

const EVERYBODY = 'everybody';
/** The subjects of a request: for all buyers, and for one buyer. */
export const SESSIONS_OF_EVERYBODY = 'sessions of everybody';
export const SESSIONS_OF_BUYER = 'sessions of a buyer';

const BUTTONS = {
  account: {
    label: 'End sessions',
    effect: 'Ends all sessions of this account. The buyer has to log in again; orders continue.',
  },
  buyer: {
    label: 'End the sessions of this buyer',
    effect:
      'Ends all sessions of this buyer, also in the accounts that were opened through partners. The buyer has to log in again; orders continue.',
  },
  everybody: {
    label: 'End the sessions of all buyers',
    effect: 'All buyers are logged out and have to log in again. Orders continue.',
  },
} as const;

const inputSchema = z.strictObject({ buyers: optional() });

/** Logs out buyers: the accounts of the request, or all buyers. */
export const endSessions = defineAction({
  name: 'end-sessions',
  subject: 'other',
  input: inputSchema,
  right: { requesters: CASE_STAFF_OR_ADMIN, approvers: null },
  secondPerson: never,
  title: (_, { buyers }) => (buyers === '' ? 'End the sessions of all buyers' : 'End the sessions of a buyer'),
  money: 'None',
  button: (name: keyof typeof BUTTONS) => BUTTONS[name],
  command: {
    usage: `end-sessions EMAIL | ${EVERYBODY}`,
    about: 'ends all sessions of a buyer, also in the accounts that were opened through partners, or of all buyers',
    async read({ database }, [emailOrEverybody = '']): Promise<CommandRequest> {
      if (emailOrEverybody === EVERYBODY) return { subject: SESSIONS_OF_EVERYBODY, input: {} };
      if (!emailOrEverybody.includes('@')) throw new CommandError(`give an email address, or ${EVERYBODY}`);
      // Signed statements are stored permanently: they name accounts, not addresses.
      const buyers = await findBuyersByEmail(database, emailOrEverybody.toLowerCase());
      if (buyers.length === 0) throw new CommandError('no buyer has this address');
      return { subject: SESSIONS_OF_BUYER, input: { buyers: buyers.join(',') } };
    },
  },
  doneBy: 'clerk',
  execute,
});

async function execute(_: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { subject, who, why } = request;
  const { buyers } = request.input;
  // An empty list of buyers must not end the sessions of all.
  if (subject !== (buyers === '' ? SESSIONS_OF_EVERYBODY : SESSIONS_OF_BUYER))
    throw new CommandError('the request’s subject and buyers differ: request it again');
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

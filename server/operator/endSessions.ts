import { endEverySession, endSessionsOfEmail } from '../account/sessionStore.ts';
import { appendAudit } from '../platform/audit/auditStore.ts';
import type { Command } from './command.ts';
import { CommandError } from './commandError.ts';

const EVERYBODY = 'everybody';

/** Logs buyers out: one whose mailbox or device was taken over, or all after a leak. */
export const endSessions: Command = {
  usage: `end-sessions E-MAIL | ${EVERYBODY}`,
  about: "ends every session of a buyer, in partners' accounts too, or of all buyers; each logs in anew",
  decides: 'does',
  async run({ database, who, why }, [whose = '']) {
    if (whose !== EVERYBODY && !whose.includes('@'))
      throw new CommandError(`whose? An e-mail address, or ${EVERYBODY}`);
    const ended = await database.transaction(async (transaction) => {
      const email = whose.toLowerCase();
      const count =
        whose === EVERYBODY ? await endEverySession(transaction) : await endSessionsOfEmail(transaction, email);
      const subject = whose === EVERYBODY ? 'sessions of everybody' : 'sessions of a buyer';
      const line = {
        who,
        why,
        approvedBy: null,
        action: 'end-sessions',
        subject,
        before: null,
        after: { ended: count },
      };
      await appendAudit(transaction, line);
      return count;
    });
    return `${ended} sessions have ended`;
  },
};

import { buyersOfEmail } from '../account/buyerStore.ts';
import { askClerk } from './asking.ts';
import type { Command } from './command.ts';
import { CommandError } from './commandError.ts';

const EVERYBODY = 'everybody';

/** Logs buyers out: one whose mailbox or device was taken over, or all after a leak. */
export const endSessions: Command = {
  usage: `end-sessions E-MAIL | ${EVERYBODY}`,
  about: "ends every session of a buyer, in partners' accounts too, or of all buyers; each logs in anew",
  decides: 'asks',
  async run(context, [whose = '']) {
    if (whose === EVERYBODY)
      return askClerk(context, { action: 'end-sessions', subject: 'sessions of everybody', input: {} });
    if (!whose.includes('@')) throw new CommandError(`whose? An e-mail address, or ${EVERYBODY}`);
    // What is signed is kept for ever: it names accounts, and no address.
    const buyers = await buyersOfEmail(context.database, whose.toLowerCase());
    if (buyers.length === 0) throw new CommandError('no buyer has that address');
    const input = { buyers: buyers.join(',') };
    return askClerk(context, { action: 'end-sessions', subject: 'sessions of a buyer', input });
  },
};

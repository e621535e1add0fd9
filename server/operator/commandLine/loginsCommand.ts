import { readAccessLog } from '../../account/sessions/accessLogStore.ts';
import type { Command } from '../../action/command.ts';
import { CASE_STAFF_OR_ADMIN } from '../../action/roles.ts';
import { formatTable } from '../../platform/text/formatTable.ts';

const MOST_ROWS = 200;

/** Lists logins, failed logins and refused calls. */
export const loginsCommand: Command = {
  usage: 'log-ins [EMAIL | NETWORK | BUYER]',
  about: 'lists logins, failed logins and refused calls, newest first; stored for 90 days',
  roles: CASE_STAFF_OR_ADMIN,
  async run({ database }, [name = '']) {
    const entries = await readAccessLog(database, name.includes('@') ? name.toLowerCase() : name, MOST_ROWS);
    return formatTable(
      entries.map(
        ({ kind, call, reason, buyerId, email, client, country, browser, system, firstAt, lastAt, times }) => ({
          last: lastAt,
          first: firstAt,
          times,
          what: kind,
          call,
          reason,
          buyer: buyerId,
          'e-mail': email,
          network: client,
          country,
          device: [browser, system].filter((part) => part !== '').join(', '),
        }),
      ),
    );
  },
};

import { readAccessLog } from '../account/accessLogStore.ts';
import type { Command } from './command.ts';
import { printTable } from './printTable.ts';

const MOST_ROWS = 200;

/** Who came in, and who did not. */
export const logIns: Command = {
  usage: 'log-ins [E-MAIL | NETWORK | BUYER]',
  about: 'logins, those that failed, and calls that were refused, the newest first; kept for ninety days',
  async run({ database }, [name = '']) {
    const entries = await readAccessLog(database, name.includes('@') ? name.toLowerCase() : name, MOST_ROWS);
    return printTable(
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
          device: [browser, system].filter((word) => word !== '').join(', '),
        }),
      ),
    );
  },
};

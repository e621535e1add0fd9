import type { Queryable } from '../platform/database/database.ts';
import { SIGNER } from '../signer/stops/judgeStop.ts';
import { askClerk } from './asking.ts';
import type { Command } from './command.ts';
import { CommandError } from './commandError.ts';
import { type StandingStop, standingStops } from './signing/standingStops.ts';

/** Stops the process with the keys, and starts it again. */
export const signingCommands = {
  'stop-signing': {
    usage: 'stop-signing',
    about: 'the signer signs nothing any more, at once and whatever is running: orders that are paid wait',
    decides: 'asks',
    run: (context) => askClerk(context, { action: 'stop-signing', subject: SIGNER, input: {} }),
  },
  'start-signing': {
    usage: 'start-signing [STOP]',
    about: 'ends one stop of the signer (list stops), by the first letters of its statement; two people',
    decides: 'asks',
    async run(context, [words = '']) {
      const { statement: stop } = await requireStop(context.database, words);
      return askClerk(context, { action: 'start-signing', subject: SIGNER, input: { stop } });
    },
  },
} satisfies Readonly<Record<string, Command>>;

/** The only one, where none is named. */
async function requireStop(database: Queryable, named: string): Promise<StandingStop> {
  const stops = (await standingStops(database)).filter(({ statement }) => statement.startsWith(named));
  const [stop, ...others] = stops;
  if (!stop) throw new CommandError(named === '' ? 'no person has stopped the signer' : `there is no stop ${named}`);
  if (others.length > 0)
    throw new CommandError(
      `${stops.length} stops stand: say which, ${stops.map(({ statement }) => statement.slice(0, 12)).join(' or ')}`,
    );
  return stop;
}

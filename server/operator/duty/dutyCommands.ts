import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { onDutyAt, rosterOf } from '../../notification/duty/duty.ts';
import { dutyFrom } from '../../notification/duty/dutyStore.ts';
import { mayHaveAlerts } from '../../notification/duty/mayHaveAlerts.ts';
import { hashOfAddress, insertAskedAddress } from '../../notification/duty/personAddressStore.ts';
import { watchesOf } from '../../notification/duty/watchStore.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import { askClerk } from '../asking.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../commandError.ts';
import { numberOf } from '../numberOf.ts';
import { printTable } from '../printTable.ts';
import { dutyRows } from './dutyRows.ts';
import { requireOwnOrAdmin } from './requireOwnOrAdmin.ts';
import { utcTime } from './utcTime.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOW = 'say duty set FROM TO first=NAME second=NAME, duty take [--to TIME], or duty list';

/** Who is woken by an alert, and who has it. */
export const dutyCommands = {
  seen: {
    usage: 'seen ALERT',
    about: 'you have an alert: nobody else is woken for it',
    decides: 'asks',
    run: async (context, [id = '']) => askClerk(context, { action: 'seen', ...(await asSeen(context, id, {})) }),
  },
  hand: {
    usage: 'hand ALERT --to NAME',
    about: 'hands an alert on: the other person is told, and has to say seen; your own name takes it over',
    decides: 'asks',
    async run(context, [id = '']) {
      const { to = '' } = context.options;
      if (to === '') throw new CommandError('say --to, and the name of a person');
      return askClerk(context, { action: 'hand', ...(await asSeen(context, id, { to })) });
    },
  },
  duty: {
    usage: 'duty set FROM TO first=NAME [second=NAME] | duty take [--to TIME] | duty list',
    about:
      'who is woken when, in UTC (2026-11-25T18:00Z); of what is said of a time the newest holds; first=none: nobody',
    async run(context, [word = '', ...words]) {
      if (word === 'list') return printTable(await dutyRows(context));
      if (word !== 'set' && word !== 'take') throw new CommandError(HOW);
      if (context.why === '') throw new CommandError('say why it is done: --why TEXT');
      const input = word === 'set' ? setDuty(words) : await takeDuty(context);
      return askClerk(context, { action: 'duty', subject: 'the roster', input });
    },
  },
  reach: {
    usage: 'reach NAME ADDRESS | none',
    about: "the mail address at which a person is told of alerts: one's own, or any by an admin",
    decides: 'asks',
    async run(context, [person = '', address = '']) {
      requireOwnOrAdmin(await loadPersons(context.database, context.rootKeys), context.who, person);
      if (address === 'none') return askClerk(context, { action: 'reach', subject: person, input: { hash: '' } });
      if (!z.email().max(254).safeParse(address).success) throw new CommandError(`say the mail address, or none`);
      // What is signed is kept for ever: it has the address by a hash alone, which is nothing without the salt.
      const asked = { mail: address, salt: randomBytes(16).toString('base64url') };
      await insertAskedAddress(context.database, asked);
      return askClerk(context, { action: 'reach', subject: person, input: { hash: hashOfAddress(asked) } });
    },
  },
} satisfies Readonly<Record<string, Command>>;

type Input = Readonly<Record<string, string>>;

/** The alert as it stands: what is asked for is refused where it has gone on meanwhile. */
async function asSeen({ database }: CommandContext, text: string, input: Input) {
  const id = numberOf(text);
  const [watch] = await watchesOf(database, [id]);
  return { subject: String(id), input: { ...input, round: String(watch?.round ?? 1) } };
}

function setDuty([from = '', to = '', ...words]: readonly string[]): Input {
  const names = new Map<string, string>();
  for (const word of words) {
    const [, part, name] = /^(first|second)=(.+)$/.exec(word) ?? [];
    if (part === undefined || name === undefined || names.has(part)) throw new CommandError(HOW);
    names.set(part, name === 'none' ? '' : name);
  }
  const first = names.get('first');
  if (first === undefined) throw new CommandError(HOW);
  return said(utcTime(from), utcTime(to), { first, second: names.get('second') ?? '' });
}

/** From now on: until the roster names others, a day at most. */
async function takeDuty({ database, rootKeys, who, options }: CommandContext): Promise<Input> {
  const now = await database.now();
  const periods = await dutyFrom(database, now);
  const [part] = rosterOf(periods, now, new Date(now.getTime() + DAY_MS));
  const to = options['to'] === undefined ? (part?.to ?? now) : utcTime(options['to']);
  // The second stays; where that is whoever takes it, the first is the second from now on.
  const { first, second } = onDutyAt(periods, now);
  const other = second === who ? first : second;
  const may = mayHaveAlerts(await loadPersons(database, rootKeys));
  return said(now, to, { first: who, second: other !== null && may.has(other) ? other : '' });
}

function said(from: Date, to: Date, { first, second }: { readonly first: string; readonly second: string }): Input {
  return { from: from.toISOString(), to: to.toISOString(), first, second };
}

import { z } from 'zod';
import type { CommandContext } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { buildRoster, findOnDuty } from '../duty/duty.ts';
import { listDutyPeriodsFrom } from '../duty/dutyStore.ts';
import { findAcknowledgers } from '../duty/findAcknowledgers.ts';

/** A time in UTC, with `Z`, since a local hour is ambiguous when daylight saving time ends. Seconds are optional. */
const utcTimeSchema = z.iso.datetime({ offset: false, local: false }).or(z.iso.datetime({ precision: -1 }));

/** Parses a moment in UTC. Throws {@link CommandError} for any other text. */
function parseUtcTime(text: string): Date {
  if (!utcTimeSchema.safeParse(text).success)
    throw new CommandError(`${text || 'nothing'} is not a time in UTC: write it as 2026-11-25T18:00Z`);
  return new Date(text);
}

const DAY_MS = 24 * 60 * 60_000;
export const DUTY_USAGE = 'write duty set FROM TO first=NAME second=NAME, duty take [--to TIME], or duty list';

type Input = Readonly<Record<string, string>>;

export function parseDutySet([from = '', to = '', ...assignments]: readonly string[]): Input {
  const names = new Map<string, string>();
  for (const assignment of assignments) {
    const [, part, name] = /^(first|second)=(.+)$/.exec(assignment) ?? [];
    if (part === undefined || name === undefined || names.has(part)) throw new CommandError(DUTY_USAGE);
    names.set(part, name === 'none' ? '' : name);
  }
  const first = names.get('first');
  if (first === undefined) throw new CommandError(DUTY_USAGE);
  return formatDutyInput(parseUtcTime(from), parseUtcTime(to), { first, second: names.get('second') ?? '' });
}

/** Returns the input that puts the person on duty until `--to`; without it, until the roster's next entry, at most for a day. */
export async function buildDutyTake({ database, rootKeys, who, options }: CommandContext): Promise<Input> {
  const now = await database.now();
  const periods = await listDutyPeriodsFrom(database, now);
  const [part] = buildRoster(periods, now, new Date(now.getTime() + DAY_MS));
  const to = options['to'] === undefined ? (part?.to ?? now) : parseUtcTime(options['to']);
  // The second person on duty stays the second; if it is the second who takes over, the first becomes the second.
  const { first, second } = findOnDuty(periods, now);
  const other = second === who ? first : second;
  const acknowledgers = findAcknowledgers(await loadPersonRegistry(database, rootKeys));
  return formatDutyInput(now, to, { first: who, second: other !== null && acknowledgers.has(other) ? other : '' });
}

function formatDutyInput(
  from: Date,
  to: Date,
  { first, second }: { readonly first: string; readonly second: string },
): Input {
  return { from: from.toISOString(), to: to.toISOString(), first, second };
}

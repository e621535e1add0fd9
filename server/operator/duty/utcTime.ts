import { z } from 'zod';
import { CommandError } from '../commandError.ts';

/** With `Z`: an hour of a zone is another moment after its clocks have changed. Seconds may be left out. */
const utc = z.iso.datetime({ offset: false, local: false }).or(z.iso.datetime({ precision: -1 }));

/** Throws {@link CommandError} for anything but a moment in UTC. */
export function utcTime(text: string): Date {
  if (!utc.safeParse(text).success)
    throw new CommandError(`${text || 'nothing'} is no time in UTC: write it as 2026-11-25T18:00Z`);
  return new Date(text);
}

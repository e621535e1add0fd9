import { type DestinationStream, type Logger, pino } from 'pino';
import { redactAddresses, redactFields } from './redact.ts';

export type Log = Logger;

/**
 * Lines of JSON, to the standard output unless told otherwise. Give what was thrown as it is, as `{ error }`: the line has
 * its type, message, code and stack.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: redactFields },
      hooks: { streamWrite: redactAddresses },
    },
    destination,
  );
}

import { type DestinationStream, type Logger, pino } from 'pino';
import { redactAddresses, redactFields } from './redact.ts';
import { createRepeatedErrors } from './repeatedErrors.ts';

export type Log = Logger;

/**
 * Lines of JSON, to the standard output unless told otherwise. Give what was thrown as it is, as `{ error }`: the line has
 * its type, message, code and stack. An error that lasts is written at growing intervals, with how often it was met.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const repeated = createRepeatedErrors();
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: redactFields },
      hooks: {
        streamWrite: redactAddresses,
        logMethod(words, method) {
          const [fields, message, ...others]: [unknown, string?, ...unknown[]] = words;
          if (!isFields(fields)) return method.apply(this, words);
          const admitted = repeated.admit(fields, message ?? '');
          if (admitted) method.apply(this, [admitted, message, ...others] as unknown as typeof words);
        },
      },
    },
    destination,
  );
}

/** Not an error by itself, nor a text. */
function isFields(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !(given instanceof Error);
}

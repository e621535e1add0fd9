import { type DestinationStream, type Logger, pino } from 'pino';
import { redactFields, redactUrlSecrets } from './redact.ts';
import { createRepeatedErrors } from './repeatedErrors.ts';

export type Log = Logger;

/**
 * Creates a log of JSON lines, by default to standard output. Pass thrown values unchanged as `{ error }`: the line has their
 * type, message, code and stack. A persistent error is written at growing intervals, with its count.
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
        streamWrite: redactUrlSecrets,
        logMethod(args, method) {
          const [fields, message, ...others]: [unknown, string?, ...unknown[]] = args;
          if (!isFields(fields)) return method.apply(this, args);
          const admitted = repeated.admit(fields, message ?? '');
          if (admitted) method.apply(this, [admitted, message, ...others] as unknown as typeof args);
        },
      },
    },
    destination,
  );
}

/** Returns true for an object that is not an error. */
function isFields(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !(given instanceof Error);
}

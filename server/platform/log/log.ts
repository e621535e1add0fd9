import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Names under which a secret or a person might be logged by mistake. */
const REDACTED = [
  'authToken',
  'code',
  'email',
  'token',
  'cookie',
  'authorization',
  'confirmationToken',
  'clientSecret',
  'address',
];

export function createLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  });
}

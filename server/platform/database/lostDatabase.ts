/** Of Node's, where no connection comes about or one breaks. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Of PostgreSQL's (https://www.postgresql.org/docs/current/errcodes-appendix.html): it goes down, has crashed, starts, has no
 * place for one more, or has become a standby.
 */
const AWAY_STATES = new Set(['57P01', '57P02', '57P03', '53300', '25006']);

/** What pg says without a code. */
const AWAY_WORDS = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
];

/** The database cannot be reached, or takes no writes: whoever comes again may find it. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  // Class 08 is about the connection.
  if (CONNECTION_CODES.has(code) || AWAY_STATES.has(code) || /^08\w{3}$/.test(code)) return true;
  return code === '' && error instanceof Error && AWAY_WORDS.some((words) => error.message.includes(words));
}

/** `disk_full` and `io_error`, with which writes fail while reads succeed. */
export function isDiskFull(error: unknown): boolean {
  const code = codeOf(error);
  return code === '53100' || code === '58030';
}

/** `serialization_failure` and `deadlock_detected`: another transaction was in the way, and nothing of this one is kept. */
export function isInTheWay(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The code is PostgreSQL's `read_only_sql_transaction`. */
export function readOnlyServer(): Error {
  return Object.assign(new Error('the database at this address takes no writes: it is a standby, or read only'), {
    code: '25006',
  });
}

/** Node's codes for a connection that cannot be made or breaks. */
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
 * PostgreSQL's codes (https://www.postgresql.org/docs/current/errcodes-appendix.html): shutdown, crash, starting up, too many
 * connections, read-only (standby).
 */
const UNAVAILABLE_CODES = new Set(['57P01', '57P02', '57P03', '53300', '25006']);

/** Messages of pg's errors that have no code. */
const UNAVAILABLE_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
];

/** Returns true if the database cannot be reached or takes no writes; a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = readErrorCode(error);
  // Class 08: connection exceptions.
  if (CONNECTION_CODES.has(code) || UNAVAILABLE_CODES.has(code) || /^08\w{3}$/.test(code)) return true;
  return code === '' && error instanceof Error && UNAVAILABLE_MESSAGES.some((text) => error.message.includes(text));
}

/** Returns true for `disk_full` and `io_error`: writes fail while reads succeed. */
export function isDiskFailure(error: unknown): boolean {
  const code = readErrorCode(error);
  return code === '53100' || code === '58030';
}

/**
 * Returns true for `serialization_failure` and `deadlock_detected`: the transaction conflicted with another one and is rolled
 * back.
 */
export function isTransactionConflict(error: unknown): boolean {
  const code = readErrorCode(error);
  return code === '40001' || code === '40P01';
}

function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Returns an error with PostgreSQL's code `read_only_sql_transaction`. */
export function createReadOnlyError(): Error {
  return Object.assign(new Error('the database at this address takes no writes: it is a standby, or read only'), {
    code: '25006',
  });
}

/** An error as logged. Other fields of an error are omitted: PostgreSQL's `detail` quotes rows. */
export type LoggedError = {
  readonly type: string;
  readonly message: string;
  /** Error code of PostgreSQL, Node or a library, such as 23505 or ECONNREFUSED. */
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
  /** Errors of an AggregateError: a host with several addresses fails once for each. */
  readonly errors?: readonly LoggedError[];
};

/** Five characters of PostgreSQL, or an identifier. A login code has six digits and never matches. */
const ERROR_CODE = /^(?:[0-9A-Z]{5}|[A-Za-z]\w*)$/;
/** Causes may be circular. */
const MAX_CAUSES = 3;
const MAX_AGGREGATED_ERRORS = 5;

const loggedErrors = new WeakSet<object>();

/** Returns true for values made by the functions below. */
export function isLoggedError(given: unknown): given is LoggedError {
  return typeof given === 'object' && given !== null && loggedErrors.has(given);
}

/** Returns a thrown value in the form in which errors are logged. */
export function toLoggedError(thrown: unknown): LoggedError {
  const error = describeThrown(thrown, 0);
  loggedErrors.add(error);
  return error;
}

/** Returns the same error without the stacks of it and its causes. */
export function removeStacks(error: LoggedError): LoggedError {
  const { stack: _, cause, errors, ...rest } = error;
  const short = {
    ...rest,
    ...(cause && { cause: removeStacks(cause) }),
    ...(errors && { errors: errors.map(removeStacks) }),
  };
  loggedErrors.add(short);
  return short;
}

function describeThrown(thrown: unknown, causes: number): LoggedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  const code = 'code' in thrown && typeof thrown.code === 'string' && ERROR_CODE.test(thrown.code) ? thrown.code : '';
  const deeper = (inner: unknown) => describeThrown(inner, causes + 1);
  return {
    type: readErrorType(thrown),
    message: thrown.message,
    ...(code !== '' && { code }),
    ...(thrown.stack !== undefined && { stack: thrown.stack }),
    ...(thrown.cause !== undefined && causes < MAX_CAUSES && { cause: deeper(thrown.cause) }),
    ...(thrown instanceof AggregateError &&
      causes < MAX_CAUSES && { errors: thrown.errors.slice(0, MAX_AGGREGATED_ERRORS).map(deeper) }),
  };
}

/** A DOMException is identified only by its name: AbortError, TimeoutError. PostgreSQL's errors are all named `error`. */
function readErrorType(error: Error): string {
  return error instanceof DOMException ? error.name : error.constructor.name;
}

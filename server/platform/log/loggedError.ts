/** An error as a log line has it. Further fields of an error are left out: PostgreSQL's `detail` quotes rows. */
export type LoggedError = {
  readonly type: string;
  readonly message: string;
  /** PostgreSQL's, Node's or a library's word for what went wrong, such as 23505 or ECONNREFUSED. */
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
  /** Of an AggregateError: a host with several addresses fails once for each. */
  readonly errors?: readonly LoggedError[];
};

/** Five characters of PostgreSQL, or a word. A login code is six digits and is never taken for one. */
const ERROR_CODE = /^(?:[0-9A-Z]{5}|[A-Za-z]\w*)$/;
/** A cause may lead back to its own error. */
const MOST_CAUSES = 3;
const MOST_PARTS = 5;

const made = new WeakSet<object>();

/** Whether one of these functions has returned it. */
export function isLoggedError(given: unknown): given is LoggedError {
  return typeof given === 'object' && given !== null && made.has(given);
}

/** Returns a thrown value in the form in which errors are logged. */
export function loggedError(thrown: unknown): LoggedError {
  const error = describe(thrown, 0);
  made.add(error);
  return error;
}

/** Returns the same error without the stacks of it and its causes. */
export function withoutStacks(error: LoggedError): LoggedError {
  const { stack: _, cause, errors, ...rest } = error;
  const short = {
    ...rest,
    ...(cause && { cause: withoutStacks(cause) }),
    ...(errors && { errors: errors.map(withoutStacks) }),
  };
  made.add(short);
  return short;
}

function describe(thrown: unknown, causes: number): LoggedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  const code = 'code' in thrown && typeof thrown.code === 'string' && ERROR_CODE.test(thrown.code) ? thrown.code : '';
  const deeper = (inner: unknown) => describe(inner, causes + 1);
  return {
    type: typeOf(thrown),
    message: thrown.message,
    ...(code !== '' && { code }),
    ...(thrown.stack !== undefined && { stack: thrown.stack }),
    ...(thrown.cause !== undefined && causes < MOST_CAUSES && { cause: deeper(thrown.cause) }),
    ...(thrown instanceof AggregateError &&
      causes < MOST_CAUSES && { errors: thrown.errors.slice(0, MOST_PARTS).map(deeper) }),
  };
}

/** A DOMException says in its name alone what it is: AbortError, TimeoutError. PostgreSQL's errors are all named `error`. */
function typeOf(error: Error): string {
  return error instanceof DOMException ? error.name : error.constructor.name;
}

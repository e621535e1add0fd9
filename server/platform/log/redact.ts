import { isLoggedError, loggedError } from './loggedError.ts';

const REDACTED = '[redacted]';

/** Fields under which a secret or a person might be logged by mistake, at any depth; `code` is a login code. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'authtoken',
  'code',
  'email',
  'token',
  'cookie',
  'authorization',
  'confirmationtoken',
  'clientsecret',
  'address',
]);

/** Nothing that is logged is nested deeper, unless it is nested in itself. */
const MOST_DEPTH = 8;

/** A line's fields without secrets, and with each error as {@link loggedError} has it: there its `code` stays. */
export function redactFields(fields: object): Record<string, unknown> {
  // Fastify's own lines name an error `err`.
  const { err, ...others } = fields as Readonly<Record<string, unknown>>;
  const redacted = redactEntries(others, 0);
  const error = others.error ?? err;
  if (error === undefined) return redacted;
  return { ...redacted, error: isLoggedError(error) ? error : loggedError(error) };
}

function redactEntries(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRET_FIELDS.has(name.toLowerCase()) ? REDACTED : redactValue(value, depth),
    ]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return loggedError(value);
  if (depth >= MOST_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map((inner) => redactValue(inner, depth + 1));
  return isPlain(value) ? redactEntries(value, depth + 1) : value;
}

/** Requests, dates and buffers are left to their serializers. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** In `postgres://user:password@host`: up to the last @ before the path. */
const PASSWORD = /(:\/\/[^\s:/?#@"]*):[^\s/?#"]+@/g;
/** In the query of an address, where some services want their key. It ends before a backslash: JSON may escape what follows. */
const SECRET_PARAMETER =
  /([?&](?:app_?id|api_?key|key|access_?token|auth_?token|token|secret|signature|password|code|email)=)[^\s"\\&#]+/gi;

/** A whole line without the passwords and keys of addresses, which messages and stacks of errors may quote. */
export function redactAddresses(line: string): string {
  return line.replace(PASSWORD, `$1:${REDACTED}@`).replace(SECRET_PARAMETER, `$1${REDACTED}`);
}

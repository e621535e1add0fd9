import { isLoggedError, toLoggedError } from './loggedErrors.ts';

const REDACTED = '[redacted]';

/** Fields that might contain a secret or personal data, at any depth; `code` is a login code. */
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

/** No legitimate log field is nested deeper; guards against circular references. */
const MAX_DEPTH = 8;

/** Returns a line's fields without secrets, and with each error as {@link toLoggedError} returns it: its `code` is kept. */
export function redactFields(fields: object): Record<string, unknown> {
  // Fastify logs errors as `err`.
  const { err, ...others } = fields as Readonly<Record<string, unknown>>;
  const redacted = redactEntries(others, 0);
  const error = others.error ?? err;
  if (error === undefined) return redacted;
  return { ...redacted, error: isLoggedError(error) ? error : toLoggedError(error) };
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
  if (value instanceof Error) return toLoggedError(value);
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.map((inner) => redactValue(inner, depth + 1));
  return isPlain(value) ? redactEntries(value, depth + 1) : value;
}

/** Returns false for requests, dates and buffers, which have serializers. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Matches the password in `postgres://user:password@host`: up to the last @ before the path. */
const PASSWORD = /(:\/\/[^\s:/?#@"]*):[^\s/?#"]+@/g;
/** Matches keys in a query string, where some services expect them. Ends before a backslash: JSON may escape what follows. */
const SECRET_PARAMETER =
  /([?&](?:app_?id|api_?key|key|access_?token|auth_?token|token|secret|signature|password|code|email)=)[^\s"\\&#]+/gi;

/** Returns a line without passwords and keys in URLs, which error messages and stacks may quote. */
export function redactUrlSecrets(line: string): string {
  return line.replace(PASSWORD, `$1:${REDACTED}@`).replace(SECRET_PARAMETER, `$1${REDACTED}`);
}

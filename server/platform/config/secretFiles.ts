import { readFileSync, statSync } from 'node:fs';
import { EnvironmentError } from './environment.ts';

type Source = Readonly<Record<string, string | undefined>>;

const SUFFIX = '_FILE';
/** Far more than any key or address needs. */
const MAX_SECRET_BYTES = 64 * 1024;
const OTHERS_MAY_WRITE = 0o002;

/**
 * Returns the environment with secrets read from files: if `SLIPWAY_SECRET_FILE` is set, `SLIPWAY_SECRET` becomes the file's
 * content without the trailing newline, and `SLIPWAY_SECRET_FILE` is removed. Each file is read once. Throws an
 * {@link EnvironmentError} with a line per unreadable file.
 */
export function readSecretFiles(
  source: Source,
  isSecret: (name: string) => boolean,
): Record<string, string | undefined> {
  const read = Object.entries(source).flatMap(([variable, path]) => {
    const name = variable.slice(0, -SUFFIX.length);
    if (!variable.endsWith(SUFFIX) || path === undefined || path === '' || !isSecret(name)) return [];
    return [{ variable, name, ...readSecretFile(variable, path, source[name]) }];
  });
  const faults = read.flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) throw new EnvironmentError(faults.join('\n'));
  const files = new Set(read.map(({ variable }) => variable));
  return {
    ...Object.fromEntries(Object.entries(source).filter(([variable]) => !files.has(variable))),
    ...Object.fromEntries(read.map(({ name, secret }) => [name, secret])),
  };
}

type SecretFileResult = { readonly secret?: string; readonly fault?: string };

function readSecretFile(variable: string, path: string, directValue: string | undefined): SecretFileResult {
  const name = variable.slice(0, -SUFFIX.length);
  if (directValue !== undefined && directValue !== '')
    return { fault: `${name} and ${variable} are both set: leave one of them` };
  try {
    const { size, mode } = statSync(path);
    if ((mode & OTHERS_MAY_WRITE) !== 0)
      return { fault: `${variable} names a file that every user may write: chmod o-w` };
    if (size > MAX_SECRET_BYTES)
      return { fault: `${variable} leads to a file of more than ${MAX_SECRET_BYTES} bytes: that is no secret` };
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return secret === '' ? { fault: `${variable} leads to an empty file` } : { secret };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { fault: `${variable} leads to no file that can be read (${code ?? 'unknown'})` };
  }
}

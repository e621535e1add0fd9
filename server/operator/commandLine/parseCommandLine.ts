import { parseArgs } from 'node:util';
import { commands, isCommandName } from './commands.ts';

/** An option in the usage of a command: `--at TIME` has a value, `[--at-once]` has none. */
const OPTION = /--([a-z-]+)(\]?)/g;

const options: Readonly<Record<string, { readonly type: 'boolean' | 'string' }>> = Object.fromEntries(
  Object.values(commands)
    .flatMap(({ usage }) => [...usage.matchAll(OPTION)])
    .map(([, name = '', closed]) => [name, { type: closed === ']' ? 'boolean' : 'string' }]),
);

/** A parsed command line. */
export type CommandLine = {
  /** The command; `help` if none was typed. */
  readonly name: string;
  readonly typedArguments: readonly string[];
  readonly by: string | undefined;
  readonly why: string;
  readonly options: Readonly<Record<string, string>>;
};

/**
 * Parses a command line with the options that the commands' usages name. `--version` is the command `version`. Throws the
 * TypeError of `parseArgs` for any other option, and for an option without its value.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: true,
    options: { ...options, by: { type: 'string' }, why: { type: 'string' }, version: { type: 'boolean' } },
  });
  if (values['version'] === true) return { name: 'version', typedArguments: [], by: undefined, why: '', options: {} };
  const given = Object.entries<string | boolean | undefined>(values).map(
    ([option, value]) => [option, value === true ? 'yes' : String(value)] as const,
  );
  const { by, why = '', ...others } = Object.fromEntries<string>(given);
  const [name = 'help', ...rest] = positionals;
  return { name, typedArguments: rest, by, why: why.trim(), options: others };
}

/** Returns false for `key new`, `version`, `help` and unknown commands, which run without a database. */
export function needsDatabase(name: string): boolean {
  return name === 'join' || isCommandName(name);
}

import { parseArgs } from 'node:util';
import { isAct } from '../platform/persons/rights.ts';

const TEXT_OPTIONS = [
  'by',
  'why',
  'status',
  'name',
  'account',
  'from',
  'to',
  'format',
  'reference',
  'continue-from',
  'reason',
  'at',
  'asset',
  'as',
  'network',
  'of',
  'public-key',
  'page',
  'role',
  'orders',
] as const;
/** Options without a value. */
const YES_OPTIONS = ['sell-back', 'at-once'] as const;

/** A command line, read. */
export type Typed = {
  /** The command; `help` where none was typed. */
  readonly name: string;
  readonly words: readonly string[];
  readonly by: string | undefined;
  readonly why: string;
  readonly options: Readonly<Record<string, string>>;
};

/** Throws the TypeError of `parseArgs` for an option that does not exist or lacks its value. */
export function readTyped(words: readonly string[]): Typed {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    strict: true,
    options: {
      ...Object.fromEntries(TEXT_OPTIONS.map((option) => [option, { type: 'string' as const }])),
      ...Object.fromEntries(YES_OPTIONS.map((option) => [option, { type: 'boolean' as const }])),
    },
  });
  const given = Object.entries(values).map(
    ([option, value]) => [option, value === true ? 'yes' : String(value)] as const,
  );
  const { by, why = '', ...options } = Object.fromEntries<string>(given);
  const [name = 'help', ...rest] = positionals;
  return { name, words: rest, by, why: why.trim(), options };
}

/** Returns false for `key new`, `help` and anything that is not a command: they run before there is a database. */
export function needsDatabase(name: string): boolean {
  return name === 'join' || isAct(name);
}

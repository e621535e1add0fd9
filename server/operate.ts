import { parseArgs } from 'node:util';
import { openBankFiles } from './app/vendors.ts';
import { ConfigurationError } from './configuration/kinds.ts';
import { CommandError } from './operator/asking.ts';
import { commands } from './operator/commands.ts';
import { visibleLines } from './operator/visibleText.ts';
import { openDatabase } from './platform/database/database.ts';
import { deriveKeys, type Keys } from './platform/secrets.ts';

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
] as const;
/** Said without a value. */
const YES_OPTIONS = ['sell-back', 'at-once'] as const;

/** `npm run operate -- COMMAND …`: what an operator decides while the product runs. Needs DATABASE_URL alone, and a few commands SLIPWAY_SECRET. */
async function main(words: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    strict: true,
    options: {
      ...Object.fromEntries(TEXT_OPTIONS.map((option) => [option, { type: 'string' as const }])),
      ...Object.fromEntries(YES_OPTIONS.map((option) => [option, { type: 'boolean' as const }])),
    },
  });
  const [name = 'help', ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return help(name);
  const given = Object.entries(values).map(
    ([option, value]) => [option, value === true ? 'yes' : String(value)] as const,
  );
  const { by = process.env['USER'] ?? '', why = '', ...options } = Object.fromEntries<string>(given);
  if (command.decides && (by.trim() === '' || why.trim() === ''))
    throw new CommandError('say who decides it and why: --by NAME --why TEXT');
  const url = process.env['DATABASE_URL'];
  if (!url) throw new CommandError('DATABASE_URL is missing');
  const database = openDatabase(url, { maxConnections: 2 });
  try {
    const context = {
      database,
      bankFiles: await openBankFiles(),
      keys: readKeys(),
      publicUrl: process.env['PUBLIC_URL'],
      isSandbox: process.env['SLIPWAY_SANDBOX'] === '1',
      who: by.trim(),
      why: why.trim(),
      options,
    };
    return await command.run(context, rest);
  } finally {
    await database.close();
  }
}

/** The same as the server's, or what is sealed here could not be opened there. */
function readKeys(): Keys | undefined {
  const { SLIPWAY_SECRET: secret = '' } = process.env;
  return secret === '' ? undefined : deriveKeys(Buffer.from(secret));
}

function help(asked: string): string {
  const rows = Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`);
  const first =
    asked === 'help' ? 'npm run operate -- COMMAND … --by NAME --why TEXT' : `There is no command ${asked}.`;
  return `${first}\n\n${rows.join('\n')}`;
}

main(process.argv.slice(2)).then(
  (text) => process.stdout.write(`${visibleLines(text)}\n`),
  (error: unknown) => {
    const expected =
      error instanceof CommandError ||
      error instanceof ConfigurationError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${visibleLines(expected ? message : `That did not work: ${message}`)}\n`);
    process.exitCode = 1;
  },
);

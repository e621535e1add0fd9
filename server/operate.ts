import { dirname, join as joinPath } from 'node:path';
import { openAnswerKeys } from './action/answerKeyFiles.ts';
import { CommandError } from './action/commandError.ts';
import { requirePerson } from './action/statements/signAndSaveStatement.ts';
import { isSecretVariable } from './app/secretVariables.ts';
import { openBankFiles } from './app/vendors.ts';
import { ConfigurationError } from './configuration/configurationKinds.ts';
import { commands, isCommandName } from './operator/commandLine/commands.ts';
import { type CommandLine, needsDatabase, parseCommandLine } from './operator/commandLine/parseCommandLine.ts';
import { runCommand } from './operator/commandLine/runCommand.ts';
import { createKeyFile, getDefaultKeyPath, readKeyFile } from './operator/persons/keyFile.ts';
import { submitKey } from './operator/persons/submitKey.ts';
import { EnvironmentError } from './platform/config/environment.ts';
import { readSecretFiles } from './platform/config/secretFiles.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { PersonalDataError } from './platform/personal/personalDataError.ts';
import { createPersonalKeys, type PersonalKeys } from './platform/personal/personalKeys.ts';
import { readWrappingKeys } from './platform/personal/wrappingKeys.ts';
import type { PersonKey } from './platform/persons/personKey.ts';
import { loadPersonRegistry } from './platform/persons/personStatementStore.ts';
import { formatRootKey, readRootKeys } from './platform/persons/rootKeys.ts';
import { deriveKeys, type Keys } from './platform/secrets.ts';
import { escapeLines } from './platform/text/escapeText.ts';
import { VERSION } from './platform/version.ts';

/** Help for the commands that need no enrolled person. */
const FIRST_COMMANDS_HELP = `  key new NAME
      creates your key at OPERATOR_KEY and prints the line that names you as a first admin on the host
  join CODE
      submits your key with an admin's invitation; a missing key is created
  version
      prints the version of this command line; /healthz has that of a running process`;

/** `main` adds the secrets that are stored in files. */
let environment: NodeJS.ProcessEnv = process.env;

/**
 * Runs `npm run operate -- COMMAND …`, with which a person decides while the product runs. Needs DATABASE_URL,
 * OPERATOR_ROOT_KEYS and the person's key; a few commands also need SLIPWAY_SECRET or PERSONAL_DATA_KEYS.
 */
async function main(args: readonly string[]): Promise<string> {
  environment = readSecretFiles(process.env, isSecretVariable);
  const given = parseCommandLine(args);
  const { name } = given;
  if (name === 'key') return makeKey(given);
  if (name === 'version') return VERSION;
  if (!needsDatabase(name)) return formatHelp(name);
  const url = environment['DATABASE_URL'];
  if (!url) throw new CommandError('DATABASE_URL is missing');
  if (!/^postgres(ql)?:\/\//.test(url)) throw new CommandError('DATABASE_URL must be a postgres:// address');
  const opened = { maxConnections: 2, personalKeys: readPersonalKeys() };
  const database = openDatabase(url, opened);
  const clerksUrl = environment['CLERK_DATABASE_URL'];
  const clerksDatabase = clerksUrl ? openDatabase(clerksUrl, opened) : undefined;
  try {
    if (!isCommandName(name))
      return await submitKey(database, await openOrMakeKey(given), given.typedArguments[0] ?? '');
    const rootKeys = readRootKeys(environment['OPERATOR_ROOT_KEYS'] ?? '');
    const signer = await readKeyFile(findKeyFile(given), readPassphrase());
    await requireKeyOwner(database, rootKeys, signer, given);
    const shared = {
      bankFiles: await openBankFiles(),
      keys: readKeys(),
      isSandbox: isSandbox(),
      rootKeys,
      publicUrl: environment['PUBLIC_URL'],
    };
    const context = {
      ...shared,
      database,
      clerk: clerksDatabase && { ...shared, database: clerksDatabase },
      auditAnchorFile: environment['AUDIT_ANCHOR_FILE'] || undefined,
      signer,
      answerKeys: openAnswerKeys(joinPath(dirname(findKeyFile(given)), 'answers'), readPassphrase()),
      why: given.why,
      options: given.options,
    };
    return await runCommand(context, name, given.typedArguments);
  } finally {
    await clerksDatabase?.close();
    await database.close();
  }
}

/** Throws if `--by` is not the key's owner. Only in the sandbox does `--by` also choose the key. */
async function requireKeyOwner(
  database: Database,
  rootKeys: Parameters<typeof loadPersonRegistry>[1],
  signer: PersonKey,
  { by }: CommandLine,
): Promise<void> {
  if (by === undefined) return;
  const { name } = requirePerson(await loadPersonRegistry(database, rootKeys), signer);
  if (by !== name) throw new CommandError(`--by is ${by}, but the key belongs to ${name}`);
}

/** Returns the path of the person's key file; in the sandbox that of the sample person named by `--by`. */
function findKeyFile({ by = 'anna' }: CommandLine): string {
  const { OPERATOR_KEY = '', OPERATOR_KEYS_FOLDER = '' } = environment;
  if (OPERATOR_KEY !== '') return OPERATOR_KEY;
  if (!isSandbox() || OPERATOR_KEYS_FOLDER === '') return getDefaultKeyPath(environment);
  if (!/^[a-z][\w.-]*$/.test(by)) throw new CommandError(`${by} is not the name of a person`);
  return joinPath(OPERATOR_KEYS_FOLDER, `${by}.pem`);
}

function readPassphrase(): string {
  return environment['OPERATOR_KEY_PASSPHRASE'] ?? '';
}

function isSandbox(): boolean {
  return environment['SLIPWAY_SANDBOX'] === '1';
}

async function makeKey(given: CommandLine): Promise<string> {
  const [subcommand, name = ''] = given.typedArguments;
  if (subcommand !== 'new' || !/^[a-z][\w.-]{0,39}$/.test(name))
    throw new CommandError('write key new NAME, in lowercase letters');
  const path = findKeyFile(given);
  const { id, credential } = await createKeyFile(path, readPassphrase());
  return `${path}\nIts id: ${id}\nFor OPERATOR_ROOT_KEYS, if the host names you as a first admin:\n${formatRootKey({ name, credential })}`;
}

async function openOrMakeKey(given: CommandLine): Promise<PersonKey> {
  const path = findKeyFile(given);
  try {
    return await createKeyFile(path, readPassphrase());
  } catch {
    return readKeyFile(path, readPassphrase());
  }
}

/** Returns the keys of personal data; undefined without PERSONAL_DATA_KEYS, since only few commands need them. */
function readPersonalKeys(): PersonalKeys | undefined {
  const { PERSONAL_DATA_KEYS: keys = '' } = environment;
  if (keys === '') return undefined;
  try {
    return createPersonalKeys(readWrappingKeys(keys));
  } catch (error) {
    throw new CommandError(`PERSONAL_DATA_KEYS ${(error as Error).message}`);
  }
}

/**
 * Returns the keys derived from SLIPWAY_SECRET, which must be the server's so that it can open what is sealed here; undefined
 * without it.
 */
function readKeys(): Keys | undefined {
  const { SLIPWAY_SECRET: secret = '', SLIPWAY_FORMER_SECRETS: former = '' } = environment;
  const formerSecrets = former.split(',').flatMap((text) => (text.trim() === '' ? [] : [Buffer.from(text.trim())]));
  return secret === '' ? undefined : deriveKeys(Buffer.from(secret), formerSecrets);
}

function formatHelp(command: string): string {
  const rows = Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`);
  const first = command === 'help' ? 'npm run operate -- COMMAND … --why TEXT' : `There is no command ${command}.`;
  return `${first}\n\n${rows.join('\n')}\n${FIRST_COMMANDS_HELP}`;
}

main(process.argv.slice(2)).then(
  (text) => process.stdout.write(`${escapeLines(text)}\n`),
  (error: unknown) => {
    const expected =
      error instanceof CommandError ||
      error instanceof PersonalDataError ||
      error instanceof ConfigurationError ||
      error instanceof EnvironmentError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${escapeLines(expected ? message : `Error: ${message}`)}\n`);
    process.exitCode = 1;
  },
);

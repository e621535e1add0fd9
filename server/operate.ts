import { dirname, join as joinPath } from 'node:path';
import { isSecretVariable } from './app/secretVariables.ts';
import { openBankFiles } from './app/vendors.ts';
import { ConfigurationError } from './configuration/kinds.ts';
import { CommandError } from './operator/commandError.ts';
import { commands } from './operator/commands.ts';
import { openAnswerKeys } from './operator/persons/answerKeyFiles.ts';
import { join } from './operator/persons/joining.ts';
import { makeKeyFile, readKeyFile, usualKeyFile } from './operator/persons/keyFile.ts';
import { requirePerson } from './operator/persons/speak.ts';
import { needsDatabase, readTyped, type Typed } from './operator/readTyped.ts';
import { runCommand } from './operator/runCommand.ts';
import { visibleLines } from './operator/visibleText.ts';
import { EnvironmentError } from './platform/config/environment.ts';
import { readSecretFiles } from './platform/config/secretFiles.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { PersonalDataError } from './platform/personal/personalDataError.ts';
import { createPersonalKeys, type PersonalKeys } from './platform/personal/personalKeys.ts';
import { readWrappingKeys } from './platform/personal/wrappingKeys.ts';
import type { PersonKey } from './platform/persons/personKey.ts';
import { loadPersons } from './platform/persons/personStatementStore.ts';
import { isAct } from './platform/persons/rights.ts';
import { readRootKeys, writeRootKey } from './platform/persons/rootKeys.ts';
import { deriveKeys, type Keys } from './platform/secrets.ts';

/** Words of whoever is no person yet. */
const FIRST_WORDS = `  key new NAME
      makes your key, where OPERATOR_KEY says, and prints what the host names you by as a first admin
  join CODE
      hands in your key with an admin's invitation; it is made where there is none`;

/** With the secrets that lie in files, once `main` has begun. */
let environment: NodeJS.ProcessEnv = process.env;

/** `npm run operate -- COMMAND …`: what a person decides while the product runs. Needs DATABASE_URL, OPERATOR_ROOT_KEYS and the person's key, and a few commands SLIPWAY_SECRET or PERSONAL_DATA_KEYS. */
async function main(words: readonly string[]): Promise<string> {
  environment = readSecretFiles(process.env, isSecretVariable);
  const given = readTyped(words);
  const { name } = given;
  if (name === 'key') return makeKey(given);
  if (!needsDatabase(name)) return help(name);
  const url = environment['DATABASE_URL'];
  if (!url) throw new CommandError('DATABASE_URL is missing');
  if (!/^postgres(ql)?:\/\//.test(url)) throw new CommandError('DATABASE_URL must be a postgres:// address');
  const opened = { maxConnections: 2, personalKeys: readPersonalKeys() };
  const database = openDatabase(url, opened);
  const clerksUrl = environment['CLERK_DATABASE_URL'];
  const clerksDatabase = clerksUrl ? openDatabase(clerksUrl, opened) : undefined;
  try {
    if (!isAct(name)) return await join(database, await ownOrNewKey(given), given.words[0] ?? '');
    const rootKeys = readRootKeys(environment['OPERATOR_ROOT_KEYS'] ?? '');
    const signer = await readKeyFile(keyFile(given), passphrase());
    await requireSame(database, rootKeys, signer, given);
    const shared = { bankFiles: await openBankFiles(), keys: readKeys(), isSandbox: isSandbox(), rootKeys };
    const context = {
      ...shared,
      database,
      clerk: clerksDatabase && { ...shared, database: clerksDatabase },
      publicUrl: environment['PUBLIC_URL'],
      auditAnchorFile: environment['AUDIT_ANCHOR_FILE'] || undefined,
      signer,
      answerKeys: openAnswerKeys(joinPath(dirname(keyFile(given)), 'answers'), passphrase()),
      why: given.why,
      options: given.options,
    };
    return await runCommand(context, name, given.words);
  } finally {
    await clerksDatabase?.close();
    await database.close();
  }
}

/** `--by` chooses a key in the sandbox alone; elsewhere it may only say whose key it is. */
async function requireSame(
  database: Database,
  rootKeys: Parameters<typeof loadPersons>[1],
  signer: PersonKey,
  { by }: Typed,
): Promise<void> {
  if (by === undefined) return;
  const { name } = requirePerson(await loadPersons(database, rootKeys), signer);
  if (by !== name) throw new CommandError(`--by says ${by}, and the key is that of ${name}`);
}

/** The file of a sample person of the sandbox, or the person's own. */
function keyFile({ by = 'anna' }: Typed): string {
  const { OPERATOR_KEY = '', OPERATOR_KEYS_FOLDER = '' } = environment;
  if (OPERATOR_KEY !== '') return OPERATOR_KEY;
  if (!isSandbox() || OPERATOR_KEYS_FOLDER === '') return usualKeyFile(environment);
  if (!/^[a-z][\w.-]*$/.test(by)) throw new CommandError(`${by} is no name of a person`);
  return joinPath(OPERATOR_KEYS_FOLDER, `${by}.pem`);
}

function passphrase(): string {
  return environment['OPERATOR_KEY_PASSPHRASE'] ?? '';
}

function isSandbox(): boolean {
  return environment['SLIPWAY_SANDBOX'] === '1';
}

async function makeKey(given: Typed): Promise<string> {
  const [word, name = ''] = given.words;
  if (word !== 'new' || !/^[a-z][\w.-]{0,39}$/.test(name)) throw new CommandError('say key new NAME, in small letters');
  const path = keyFile(given);
  const { id, credential } = await makeKeyFile(path, passphrase());
  return `${path}\nIts id: ${id}\nFor OPERATOR_ROOT_KEYS, if the host names you as a first admin:\n${writeRootKey({ name, credential })}`;
}

async function ownOrNewKey(given: Typed): Promise<PersonKey> {
  const path = keyFile(given);
  try {
    return await makeKeyFile(path, passphrase());
  } catch {
    return readKeyFile(path, passphrase());
  }
}

/** Few commands show or take what is sealed. */
function readPersonalKeys(): PersonalKeys | undefined {
  const { PERSONAL_DATA_KEYS: keys = '' } = environment;
  if (keys === '') return undefined;
  try {
    return createPersonalKeys(readWrappingKeys(keys));
  } catch (error) {
    throw new CommandError(`PERSONAL_DATA_KEYS ${(error as Error).message}`);
  }
}

/** The same as the server's, or what is sealed here could not be opened there. */
function readKeys(): Keys | undefined {
  const { SLIPWAY_SECRET: secret = '', SLIPWAY_FORMER_SECRETS: former = '' } = environment;
  const formerSecrets = former.split(',').flatMap((text) => (text.trim() === '' ? [] : [Buffer.from(text.trim())]));
  return secret === '' ? undefined : deriveKeys(Buffer.from(secret), formerSecrets);
}

function help(asked: string): string {
  const rows = Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`);
  const first = asked === 'help' ? 'npm run operate -- COMMAND … --why TEXT' : `There is no command ${asked}.`;
  return `${first}\n\n${rows.join('\n')}\n${FIRST_WORDS}`;
}

main(process.argv.slice(2)).then(
  (text) => process.stdout.write(`${visibleLines(text)}\n`),
  (error: unknown) => {
    const expected =
      error instanceof CommandError ||
      error instanceof PersonalDataError ||
      error instanceof ConfigurationError ||
      error instanceof EnvironmentError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${visibleLines(expected ? message : `That did not work: ${message}`)}\n`);
    process.exitCode = 1;
  },
);

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const OPERATE = fileURLToPath(new URL('operate.ts', import.meta.url));
let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'slipway-operate-'));
});
afterEach(() => rmSync(home, { recursive: true }));

type Outcome = { readonly status: number; readonly stdout: string; readonly stderr: string };

/** Runs `npm run operate -- …` with only the given variables. */
function operate(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [OPERATE, ...args],
      { cwd: home, env: { HOME: home, ...environment } },
      (error, stdout, stderr) => resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

describe('without a database', () => {
  test('key new creates a key, and other commands report that there is no database and create none', async () => {
    const made = await operate(['key', 'new', 'anna'], { ROLE: 'console' });
    expect(made).toMatchObject({ status: 0, stderr: '' });
    expect(made.stdout).toMatch(/\nanna=[\w+/]+=*\n$/);
    const file = join(home, '.config', 'slipway', 'operator.pem');
    expect(made.stdout.split('\n')[0]).toBe(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const args of [['join', 'CODE'], ['persons']])
      expect(await operate(args)).toEqual({
        status: 1,
        stdout: '',
        stderr: `there is no database in ${home}/.data: set DATABASE_URL to your installation's, or run npm start for the sandbox's\n`,
      });
    expect(existsSync(join(home, '.data'))).toBe(false);
  });

  test.each([[[]], [['help']]])('%j lists the commands', async (args) => {
    const { status, stdout } = await operate(args);
    expect(status).toBe(0);
    expect(stdout).toContain('key new NAME');
  });

  test.each([[['version']], [['--version']]])('%j prints the version', async (args) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    expect(await operate(args)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.each([
    [['key', 'make'], 'write key new NAME, in lowercase letters\n'],
    [['persons', '--nobody'], /^Unknown option '--nobody'/],
  ])('%j is refused with a hint', async (args, message) => {
    expect(await operate(args)).toMatchObject({ status: 1, stderr: expect.stringMatching(message) });
  });
});

test('accepts variables of the installation’s processes, and refuses an address that is not of PostgreSQL', async () => {
  const environment = { ROLE: 'console', PORT: '8085', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  expect(await operate(['join', 'CODE'], environment)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('ECONNREFUSED'),
  });
  expect(await operate(['persons'], { DATABASE_URL: 'mysql://host/db' })).toMatchObject({
    status: 1,
    stderr: 'DATABASE_URL must be a postgres:// address\n',
  });
});

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Hex } from 'viem';

const HEX = /^0x(?:[0-9a-f]{2})+$/;

/** The token's bytecode; compiled when the folder does not hold it for this source and this compiler. */
export async function tokenCode(dataDir: string): Promise<Hex> {
  const cached = join(dataDir, `token-${await sourceMark()}.hex`);
  const known = await readFile(cached, 'utf8').catch(() => '');
  if (isCode(known)) return known;
  const compiler = fileURLToPath(new URL('compileToken.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [compiler]);
  if (!isCode(stdout)) throw new Error('the compiler gave no code for the token');
  await writeFile(`${cached}.next`, stdout);
  await rename(`${cached}.next`, cached);
  return stdout;
}

function isCode(text: string): text is Hex {
  return HEX.test(text);
}

async function sourceMark(): Promise<string> {
  const source = await readFile(new URL('contracts/Token.sol', import.meta.url));
  const { version } = createRequire(import.meta.url)('solc/package.json') as { version: string };
  return createHash('sha256').update(version).update(source).digest('hex').slice(0, 16);
}

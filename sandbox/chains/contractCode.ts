import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Hex } from 'viem';

const HEX = /^0x(?:[0-9a-f]{2})+$/;

/** What lies in `contracts`. */
export type ContractName = 'Token' | 'GasPriceOracle';

/** A contract's bytecode; compiled when the folder does not hold it for this source and this compiler. */
export async function contractCode(dataDir: string, name: ContractName): Promise<Hex> {
  const cached = join(dataDir, `${name}-${await sourceMark(name)}.hex`);
  const known = await readFile(cached, 'utf8').catch(() => '');
  if (isCode(known)) return known;
  const compiler = fileURLToPath(new URL('compileContract.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, name]);
  if (!isCode(stdout)) throw new Error(`the compiler gave no code for ${name}`);
  await writeFile(`${cached}.next`, stdout);
  await rename(`${cached}.next`, cached);
  return stdout;
}

function isCode(text: string): text is Hex {
  return HEX.test(text);
}

async function sourceMark(name: ContractName): Promise<string> {
  const source = await readFile(new URL(`contracts/${name}.sol`, import.meta.url));
  const { version } = createRequire(import.meta.url)('solc/package.json') as { version: string };
  return createHash('sha256').update(version).update(source).digest('hex').slice(0, 16);
}

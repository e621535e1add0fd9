import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentCommit } from './currentCommit.ts';
import { insertProof, type ProofRow } from './proofTable.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A directory as a lock, since it is created atomically: proofs of several files may end at the same time. */
const LOCK = join(tmpdir(), 'slipway-proofs.lock');
const LOCK_ATTEMPTS = 200;
const LOCK_PAUSE_MS = 50;

/** Writes the result of a proof into its row of PROOFS.md, in place of the former result. */
export function recordProof(name: string, result: Pick<ProofRow, 'figures' | 'seed' | 'result'>): void {
  const commit = currentCommit(ROOT);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  lock();
  try {
    const page = `${ROOT}PROOFS.md`;
    writeFileSync(
      page,
      insertProof(readFileSync(page, 'utf8'), { ...result, name, run: `${date}, ${commit}`, machine }),
    );
  } finally {
    rmdirSync(LOCK);
  }
}

function lock(): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      mkdirSync(LOCK);
      return;
    } catch (error) {
      if (attempt === LOCK_ATTEMPTS)
        throw new Error(`${LOCK} is still locked: if no other proof is running, remove this folder`, { cause: error });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_PAUSE_MS);
    }
  }
}

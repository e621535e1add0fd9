import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 120_000;

export async function waitUntil(
  what: string,
  isMet: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isMet())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${patienceMs} ms`);
    await sleep(300);
  }
}

import { Worker } from 'node:worker_threads';
import type { BankFileResult } from '../bankPort.ts';
import { refuseFile } from './refusedFile.ts';
import { createResultAssembler, type ResultPart } from './resultParts.ts';

/** Limits for reading one file. */
export type ReadingLimits = { readonly timeMs: number; readonly memoryMb: number };

/** Several times what a file with 32 MB of bookings needs on a slow machine. */
export const READING_LIMITS: ReadingLimits = { timeMs: 180_000, memoryMb: 1_536 };

/**
 * Reads a file in a worker thread, so that no file blocks the process. The thread gets the file and no environment
 * variables. A file that exceeds the limits is refused as `too_costly`.
 */
export async function readInWorkerThread(
  bytes: Uint8Array,
  limits: ReadingLimits = READING_LIMITS,
): Promise<BankFileResult> {
  const thread = new Worker(new URL('./readingThread.ts', import.meta.url), {
    workerData: bytes,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  });
  let timeout: NodeJS.Timeout | undefined;
  const reading = new Promise<BankFileResult>((resolve, reject) => {
    const assemble = createResultAssembler();
    thread.on('message', (part: ResultPart) => {
      const whole = assemble(part);
      if (whole) resolve(whole);
      else thread.postMessage('more');
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(refuseCostlyFile(`${limits.memoryMb} MB of memory`));
      else reject(error);
    });
    thread.on('exit', (code) => reject(new Error(`the thread that read a file ended with ${code}`)));
    timeout = setTimeout(() => resolve(refuseCostlyFile(`${limits.timeMs} ms`)), limits.timeMs);
    thread.postMessage('more');
  });
  try {
    return await reading;
  } finally {
    clearTimeout(timeout);
    await thread.terminate();
  }
}

function refuseCostlyFile(limit: string): BankFileResult {
  return refuseFile('too_costly', `reading it takes more than ${limit}`);
}

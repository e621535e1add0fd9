import { Worker } from 'node:worker_threads';
import type { FileReading } from '../bankPort.ts';
import { createAssembly, type ReadingPart } from './readingParts.ts';
import { refused } from './refusedFile.ts';

/** What reading one file may take. */
export type ReadingLimits = { readonly timeMs: number; readonly memoryMb: number };

/** Several times what 32 MB of bookings take on a slow machine. */
export const READING_LIMITS: ReadingLimits = { timeMs: 180_000, memoryMb: 1_536 };

/**
 * Reads a file in a thread of its own, so that whatever it is made of, nothing else has to wait for it. The thread sees
 * the file and nothing of the environment. Beyond the limits the file is refused as `too_costly`.
 */
export async function readBeside(bytes: Uint8Array, limits: ReadingLimits = READING_LIMITS): Promise<FileReading> {
  const thread = new Worker(new URL('./readingThread.ts', import.meta.url), {
    workerData: bytes,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  });
  let late: NodeJS.Timeout | undefined;
  const reading = new Promise<FileReading>((resolve, reject) => {
    const assemble = createAssembly();
    thread.on('message', (part: ReadingPart) => {
      const whole = assemble(part);
      if (whole) resolve(whole);
      else thread.postMessage('more');
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(tooCostly(`${limits.memoryMb} MB of memory`));
      else reject(error);
    });
    thread.on('exit', (code) => reject(new Error(`the thread that read a file ended with ${code}`)));
    late = setTimeout(() => resolve(tooCostly(`${limits.timeMs} ms`)), limits.timeMs);
    thread.postMessage('more');
  });
  try {
    return await reading;
  } finally {
    clearTimeout(late);
    await thread.terminate();
  }
}

function tooCostly(limit: string): FileReading {
  return refused('too_costly', `to read it takes more than ${limit}`);
}

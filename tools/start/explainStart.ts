import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError, oneLine } from './operatorError.ts';
import type { StartSettings } from './startSettings.ts';

/** An error that was not written for the operator is a fault of ours: its details go to a file, not to the terminal. */
export async function explainStart(error: unknown, { dataDir }: StartSettings): Promise<string> {
  if (error instanceof OperatorError) return error.message;
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const file = join(dataDir, 'logs', 'start.log');
  try {
    await mkdir(join(dataDir, 'logs'), { recursive: true });
    await writeFile(file, `${details}\n`);
    return `Slipway could not start: ${oneLine(error)} (see ${file}).`;
  } catch {
    return `Slipway could not start: ${oneLine(error)}.`;
  }
}

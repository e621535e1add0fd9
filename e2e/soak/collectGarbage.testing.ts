import { once } from 'node:events';
import { waitFor } from '../../tools/patience/waitFor.testing.ts';
import { readLog } from '../../tools/start/childProcess.ts';
import type { RunningProcess } from '../installation/release.testing.ts';

/** Lets several processes of one machine open their inspector, each on a free port. */
export const INSPECTOR_ENVIRONMENT = { NODE_OPTIONS: '--inspect-port=0' } as const;

/**
 * Makes a process collect all garbage through its inspector, so that its memory is what it retains: V8 lets a heap grow long
 * before it collects. The process needs {@link INSPECTOR_ENVIRONMENT}.
 */
export async function collectGarbage({ pid, logFile }: RunningProcess): Promise<void> {
  // Opens the inspector (https://nodejs.org/api/process.html#signal-events), and changes nothing if it is open.
  process.kill(pid, 'SIGUSR1');
  const url = await waitFor(() => {
    const [, found] = /Debugger listening on (ws:\S+)/.exec(readLog(logFile)) ?? [];
    if (found === undefined) throw new Error(`the inspector of process ${pid} does not listen`);
    return found;
  });
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  await answered;
  socket.close();
}

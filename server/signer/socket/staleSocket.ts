import { rm } from 'node:fs/promises';
import { connect } from 'node:net';

const CONNECT_MS = 2_000;

/**
 * Removes the socket file that a killed process left behind. Rejects if a process still listens there. The kernel closes the
 * socket when the process ends, so a crash does not prevent a restart. A process in another container is detected too.
 */
export async function removeStaleSocket(path: string): Promise<void> {
  if (await isListening(path)) throw new Error(`another process listens at ${path}: stop it first`);
  await rm(path, { force: true });
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path, timeout: CONNECT_MS });
    const end = (listens: boolean) => {
      socket.destroy();
      resolve(listens);
    };
    socket.on('connect', () => end(true));
    // The connection queue is full, because the process hangs but still runs.
    socket.on('timeout', () => end(true));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTSOCK') end(false);
      else if (code === 'EAGAIN') end(true);
      else reject(new Error(`${path} cannot be examined: ${code}`));
    });
  });
}

import { rm } from 'node:fs/promises';
import { connect } from 'node:net';

const CONNECT_MS = 2_000;

/**
 * Removes what a process that was killed has left at a socket's path. Rejects if a process listens there: the kernel ends that
 * with the process, so a crash blocks no restart, and a process in another container is noticed too.
 */
export async function removeDeadSocket(path: string): Promise<void> {
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
    // Its queue of connections is full: it hangs, and lives.
    socket.on('timeout', () => end(true));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTSOCK') end(false);
      else if (code === 'EAGAIN') end(true);
      else reject(new Error(`${path} cannot be examined: ${code}`));
    });
  });
}

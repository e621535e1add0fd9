// oxlint-disable-next-line import/default -- the build gives the file's address
import solverPath from './workSolver.worker.ts?worker&url';

/** It gives the solver's address for every input. */
const rules = { createScriptURL: () => solverPath };

type TrustedTypes = { createPolicy(name: string, given: typeof rules): { createScriptURL(path: string): string } };

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const solverAddress = trustedTypes?.createPolicy('slipway-work', rules) ?? rules;

/** Solves a challenge beside the page, which goes on meanwhile. */
export function solveBeside(challenge: string): Promise<string> {
  const worker = new Worker(solverAddress.createScriptURL(solverPath), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('the solver did not start')));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

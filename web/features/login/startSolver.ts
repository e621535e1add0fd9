// oxlint-disable-next-line import/default -- the build gives the file's address
import solverPath from './workSolver.worker.ts?worker&url';

/** Returns the solver's URL regardless of the input. */
const policyRules = { createScriptURL: () => solverPath };

type TrustedTypes = {
  createPolicy(name: string, given: typeof policyRules): { createScriptURL(path: string): string };
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const solverPolicy = trustedTypes?.createPolicy('slipway-work', policyRules) ?? policyRules;

/** Solves a challenge in a worker, so that the page stays responsive. */
export function runSolverWorker(challenge: string): Promise<string> {
  const worker = new Worker(solverPolicy.createScriptURL(solverPath), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('the solver did not start')));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

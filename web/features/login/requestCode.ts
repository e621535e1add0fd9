import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';

/** A challenge can expire before it is solved, for example on a phone that went to sleep. The server then sends another one. */
const MAX_CHALLENGES = 3;

export type CodeRequestOptions = {
  /** The page cannot continue without the answer. */
  readonly navigational?: boolean;
  /** Called when the browser must solve a proof of work. */
  readonly onWork?: () => void;
  readonly solve?: (challenge: string) => Promise<string>;
};

/**
 * Requests a login code and solves a proof of work if the server demands one under load. Returns the seconds until
 * another code can be requested. Throws CallError.
 */
export async function requestCode(
  email: string,
  { navigational = false, onWork, solve = loadAndRunSolver }: CodeRequestOptions = {},
): Promise<number> {
  let work: string | undefined;
  for (let challenges = 0; ; challenges += 1) {
    try {
      const request = work === undefined ? { email } : { email, work };
      return (await call('sendCode', request, { navigational })).resendAfter;
    } catch (failure) {
      const challenge = findChallenge(failure);
      if (challenge === undefined || challenges === MAX_CHALLENGES) throw failure;
      onWork?.();
      work = await solve(challenge).catch(() => {
        throw failure;
      });
    }
  }
}

function findChallenge(failure: unknown): string | undefined {
  if (!(failure instanceof CallError) || failure.detail?.error !== 'work_needed') return undefined;
  return String(failure.detail.facts.challenge);
}

async function loadAndRunSolver(challenge: string): Promise<string> {
  return (await import('./startSolver.ts')).runSolverWorker(challenge);
}

import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';

/** A challenge may have run out while it was solved, on a slow phone that slept. */
const MOST_CHALLENGES = 3;

export type CodeRequestOptions = {
  /** The page cannot go on without the answer. */
  readonly navigational?: boolean;
  /** Told once the browser has to work for the code. */
  readonly onWork?: () => void;
  readonly solve?: (challenge: string) => Promise<string>;
};

/**
 * Asks for a login code, and works for it where so many are asked for that the server wants it. Gives the seconds until
 * another can be asked for. Throws CallError.
 */
export async function requestCode(
  email: string,
  { navigational = false, onWork, solve = solveInWorker }: CodeRequestOptions = {},
): Promise<number> {
  let work: string | undefined;
  for (let challenges = 0; ; challenges += 1) {
    try {
      const request = work === undefined ? { email } : { email, work };
      return (await call('sendCode', request, { navigational })).resendAfter;
    } catch (failure) {
      const challenge = challengeOf(failure);
      if (challenge === undefined || challenges === MOST_CHALLENGES) throw failure;
      onWork?.();
      work = await solve(challenge).catch(() => {
        throw failure;
      });
    }
  }
}

function challengeOf(failure: unknown): string | undefined {
  if (!(failure instanceof CallError) || failure.detail?.error !== 'work_needed') return undefined;
  return String(failure.detail.facts.challenge);
}

async function solveInWorker(challenge: string): Promise<string> {
  return (await import('./startSolver.ts')).solveBeside(challenge);
}

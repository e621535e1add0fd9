import { serverNow } from '../api/serverClock.ts';
import { frameNow } from '../app/frameState.ts';
import { isLost } from '../parts/ageWords.ts';

type Question = { readonly heardAt: number; readonly answer: (yes: boolean) => void };

let question: Question | undefined;
const listeners = new Set<() => void>();

/** What somebody looks at may be long past: they say once more that they want it. At once where the server was heard lately. */
export async function mayActNow(): Promise<boolean> {
  const { heardAt } = frameNow();
  if (heardAt === undefined || !isLost(heardAt, serverNow())) return true;
  if (listeners.size === 0)
    throw new Error('The server was not heard for a while: load the console anew, and look again.');
  return new Promise((resolve) => {
    question?.answer(false);
    ask({
      heardAt,
      answer(yes) {
        ask(undefined);
        resolve(yes);
      },
    });
  });
}

export function openQuestion(): Question | undefined {
  return question;
}

export function subscribeQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function ask(next: Question | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

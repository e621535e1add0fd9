import { consoleCall } from '../api/consoleCall.ts';
import { TAB } from '../api/live.ts';

/** The server takes so many of a tab. */
const MOST = 50;
/** What goes and comes with one step is said once. */
const PAUSE_MS = 50;

const shown = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
let said: Promise<unknown> = Promise.resolve();

/** Says that this page has something open, until it is called back. */
export function showHere(subject: string): () => void {
  shown.set(subject, (shown.get(subject) ?? 0) + 1);
  sayWhatIsShown();
  return () => {
    const left = (shown.get(subject) ?? 1) - 1;
    if (left > 0) shown.set(subject, left);
    else shown.delete(subject);
    sayWhatIsShown();
  };
}

/** One word after the other, each of all that is open then: an earlier one that comes late would undo it. */
export function sayWhatIsShown(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    said = said
      .then(() => consoleCall('look', { tab: TAB, subjects: [...shown.keys()].slice(0, MOST) }))
      .catch(() => undefined);
  }, PAUSE_MS);
}

import { createWaitingList, type Urgency } from './callAllowance.ts';

/** Runs what it is given one after another, an order's calls before those that only ask. */
export function createCallTurns() {
  const waiting = createWaitingList<() => Promise<void>>();
  let taking = false;

  async function takeTurns(): Promise<void> {
    if (taking) return;
    taking = true;
    for (let next = waiting.takeFirst(); next; next = waiting.takeFirst()) await next();
    taking = false;
  }

  return function inTurn<Result>(urgency: Urgency, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      waiting.add(() => work().then(resolve, reject), urgency);
      void takeTurns();
    });
  };
}

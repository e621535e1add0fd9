/** Runs one function at a time: each sees the claims of the one before. */
export type SerialRunner = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createSerialRunner(): SerialRunner {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Runs one function at a time, so that each one sees the claims that the previous one recorded. */
export type SerialRunner = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createSerialRunner(): SerialRunner {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

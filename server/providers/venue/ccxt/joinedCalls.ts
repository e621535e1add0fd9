/** Creates a function that shares one pending call among all callers with the same key. */
export function createJoinedCalls() {
  const underWay = new Map<string, Promise<unknown>>();
  return function join<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const joined = underWay.get(key) as Promise<Result> | undefined;
    if (joined) return joined;
    const mine = work().finally(() => underWay.delete(key));
    underWay.set(key, mine);
    return mine;
  };
}

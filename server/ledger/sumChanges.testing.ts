type Sums = Readonly<Record<string, bigint>>;

/** Returns by how much `work` changes the sums that `read` returns. Sums that stay the same are left out. */
export async function computeSumChanges(read: () => Promise<Sums>, work: () => Promise<unknown>): Promise<Sums> {
  const before = await read();
  await work();
  const after = await read();
  return Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((name) => [name, (after[name] ?? 0n) - (before[name] ?? 0n)] as const)
      .filter(([, units]) => units !== 0n),
  );
}

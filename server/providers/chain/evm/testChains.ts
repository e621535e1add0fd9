/**
 * Chain ids without real money (https://chainlist.org): public test networks, and the defaults of development tools.
 */
const TEST_CHAINS: ReadonlySet<number> = new Set([
  // Sepolia, Holesky, Hoodi
  11_155_111, 17_000, 560_048,
  // Base Sepolia, OP Sepolia, Arbitrum Sepolia, Polygon Amoy
  84_532, 11_155_420, 421_614, 80_002,
  // Ganache
  1337,
]);

/** Ids of the sandbox's networks; the first is the default of Hardhat and Anvil. A test compares them with public chains. */
const SANDBOX_CHAINS = { first: 31_337, last: 31_352 } as const;

/** Returns true if the chain has only play money. Every unlisted chain counts as one with real money. */
export function isTestChain(chainId: number): boolean {
  return TEST_CHAINS.has(chainId) || (chainId >= SANDBOX_CHAINS.first && chainId <= SANDBOX_CHAINS.last);
}

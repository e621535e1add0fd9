/**
 * Chain ids without real money (https://chainlist.org): public test networks, and the defaults of development tools.
 */
const TEST_CHAINS: ReadonlySet<number> = new Set([
  // Sepolia, Holesky, Hoodi
  11_155_111, 17_000, 560_048,
  // Base Sepolia, OP Sepolia, Arbitrum Sepolia, Polygon Amoy
  84_532, 11_155_420, 421_614, 80_002,
  // Ganache, Hardhat and Anvil, and the networks of the sandbox
  1337, 31_337, 31_338, 31_339,
]);

/** Treats every unlisted chain as one with real money. */
export function isTestChain(chainId: number): boolean {
  return TEST_CHAINS.has(chainId);
}

/** The operator's denied addresses. Asked when an address is checked, when an order is made, and before a payout is signed. */
export type AddressScreening = { isDenied(address: string): boolean };

/** Addresses are compared without case: EVM's carry a checksum in theirs, and bech32 has none. */
export function createScreening(denied: readonly string[]): AddressScreening {
  const set = new Set(denied.map((address) => address.toLowerCase()));
  return { isDenied: (address) => set.has(address.toLowerCase()) };
}

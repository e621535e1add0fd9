/**
 * Splits an address into groups. `0x` is part of the first group, so that its ends match the short form and what wallets
 * display.
 */
export function splitAddressIntoGroups(address: string): readonly string[] {
  const head = getHeadLength(address);
  return [address.slice(0, head), ...(address.slice(head).match(/.{1,4}/g) ?? [])];
}

function getHeadLength(address: string): number {
  return address.startsWith('0x') ? 6 : 4;
}

/** Shortens an address to `0x71C7 … 976F`. Never use it where the buyer confirms a payment's address. */
export function shortenAddress(address: string): string {
  const head = getHeadLength(address);
  return address.length <= head + 6 ? address : `${address.slice(0, head)} … ${address.slice(-4)}`;
}

/** `0x` belongs to the first four, so that the ends are those of the short form and of what wallets show. */
export function addressGroups(address: string): readonly string[] {
  const head = headLength(address);
  return [address.slice(0, head), ...(address.slice(head).match(/.{1,4}/g) ?? [])];
}

function headLength(address: string): number {
  return address.startsWith('0x') ? 6 : 4;
}

/** `0x71C7 … 976F`: never where money is decided. */
export function shortAddress(address: string): string {
  const head = headLength(address);
  return address.length <= head + 6 ? address : `${address.slice(0, head)} … ${address.slice(-4)}`;
}

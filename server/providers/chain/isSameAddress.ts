/**
 * Returns true for the same address. Ignores case in hexadecimal (EIP-55) and in Bitcoin's Bech32 (BIP 173), and in no other
 * format. Two empty texts are not the same address.
 */
export function isSameAddress(one: string, other: string): boolean {
  return /^(?:0x|bc1|tb1|bcrt1)/i.test(one) ? one.toLowerCase() === other.toLowerCase() : one !== '' && one === other;
}

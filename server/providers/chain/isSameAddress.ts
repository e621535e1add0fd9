/**
 * Returns true for the same address. Case is insignificant in hexadecimal and Bech32 (EIP-55, BIP 173), and significant in
 * every other format. Two empty texts are not the same address.
 */
export function isSameAddress(one: string, other: string): boolean {
  return /^(?:0x|bc1|tb1|bcrt1)/i.test(one) ? one.toLowerCase() === other.toLowerCase() : one !== '' && one === other;
}

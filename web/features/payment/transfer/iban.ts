/** Checks an IBAN (ISO 13616): country, two check digits, up to thirty characters; the number modulo 97 must be 1. */
export function isIban(account: string): boolean {
  const plain = account.replace(/\s+/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(plain)) return false;
  const digits = Array.from(plain.slice(4) + plain.slice(0, 4), (character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** Splits an IBAN or a transfer reference into groups of four, as printed on bank cards: `DE89 3704 0044 …`. */
export function splitIntoFours(account: string): readonly string[] {
  return account.replace(/\s+/g, '').match(/.{1,4}/g) ?? [];
}

/** Returns an account number without spaces and in capitals, so that two spellings of an IBAN are equal. */
export function normalizeAccountNumber(account: string): string {
  return account.replaceAll(/\s/g, '').toUpperCase();
}

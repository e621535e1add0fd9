/** Converts `1.5` with 6 decimals to `1500000`. Truncates further digits. */
export function toBaseUnits(decimal: string, decimals: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')).toString();
}

/** Converts `1500000` with 6 decimals to `1.500000`. */
export function fromBaseUnits(units: string, decimals: number): string {
  const digits = units.padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

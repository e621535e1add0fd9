import { type Amount, formatAmount } from '@slipway/money/amount.ts';

/** Formats JSON for machines: times in ISO 8601, amounts as decimals with their asset, any other bigint as text. */
export function formatJsonText(value: unknown): string {
  return JSON.stringify(value, toPlainJson, 2);
}

function toPlainJson(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (!isAmount(value)) return value;
  return { amount: formatAmount(value), currency: value.asset.code, asset: value.asset.id };
}

/** Returns true for an amount with its asset. An event's facts contain only the id of the asset: they are no amounts. */
export function isAmount(value: unknown): value is Amount {
  if (typeof value !== 'object' || value === null || !('units' in value) || !('asset' in value)) return false;
  return typeof value.asset === 'object' && value.asset !== null;
}

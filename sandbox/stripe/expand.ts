import type { AccountState } from './account.ts';
import { findObject } from './wire/findObject.ts';

type Fields = Record<string, unknown>;

/** Replaces ids by their objects along the paths of `expand[]`, e.g. `latest_charge.balance_transaction`. */
export function expand(state: AccountState, object: object, paths: readonly string[]): object {
  const result: Fields = { ...structuredClone(object) };
  for (const path of paths) expandPath(state, result, path.split('.'));
  return result;
}

function expandPath(state: AccountState, object: Fields, path: readonly string[]): void {
  const [field, ...rest] = path;
  if (field === undefined) return;
  const value = object[field];
  if (typeof value === 'string') object[field] = findObject(state, value) ?? value;
  const inner = object[field];
  if (Array.isArray(inner)) {
    for (const item of inner) if (isObject(item)) expandPath(state, item, rest);
  } else if (isObject(inner)) {
    expandPath(state, inner, rest);
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

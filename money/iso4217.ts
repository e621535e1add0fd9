import type { Asset } from './asset.ts';

/** Active currencies whose minor unit is not two digits (ISO 4217). Intl is not used: it disagrees for sixteen others. */
const DIGITS: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  CLF: 4,
  UYW: 4,
};

/** Returns the fiat currency with this ISO 4217 code. An unknown code is not refused, and gets two digits. */
export function fiatAsset(code: string): Asset {
  return { id: `iso4217:${code}`, code, decimals: DIGITS[code] ?? 2 };
}

export function isFiat(asset: Asset): boolean {
  return asset.id.startsWith('iso4217:');
}

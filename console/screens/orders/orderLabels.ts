import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import type { Tone } from '../../parts/tone.ts';

/** Formats `on_hold` as `On hold`. */
export function formatCodeAsLabel(name: string): string {
  const plain = name.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

const TONES: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  refunded: 'good',
  on_hold: 'warn',
  refunding: 'warn',
  voiding: 'warn',
  failed: 'bad',
};

export function getStatusTone(status: string): Tone {
  return TONES[status] ?? 'plain';
}

export function formatPayMethod(method: string): string {
  return findPayMethodTraits(method)?.label ?? formatCodeAsLabel(method);
}

/** Returns the kind of the buyer's wallet; an empty type is a self-custody wallet. */
export function formatWalletType(type: string): string {
  return type === '' || type === 'self_hosted' ? 'Self-custody wallet' : formatCodeAsLabel(type);
}

import type { Tone } from '../../parts/tone.ts';

/** `on_hold` as `On hold`: a status as the machine names it, for the eye. */
export function words(name: string): string {
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

export function statusTone(status: string): Tone {
  return TONES[status] ?? 'plain';
}

const METHODS: Readonly<Record<string, string>> = {
  credit_debit_card: 'Card',
  bank_transfer: 'Bank transfer',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
};

export function methodWords(method: string): string {
  return METHODS[method] ?? words(method);
}

import type { ChangeKind, ChangeState } from '@slipway/contract/entities/partnerPages.ts';
import type { Tone } from '../tone.ts';

const KINDS: Readonly<Record<ChangeKind, string>> = {
  origins: 'Allowed origins',
  redirects: 'Redirect origins',
  webhookUrl: 'Webhook address',
  share: 'Revenue share in percent',
  key: 'New server key',
  linkKey: 'New link key',
  webhookSecret: 'New webhook secret',
};

/** Returns what a partner's request would change. */
export function formatChangeKind(kind: ChangeKind): string {
  return KINDS[kind];
}

const STATES: Readonly<Record<ChangeState, { readonly label: string; readonly tone: Tone }>> = {
  open: { label: 'Waiting for the operator', tone: 'warn' },
  approved: { label: 'Approved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
};

export function formatChangeState(state: ChangeState): string {
  return STATES[state].label;
}

export function getChangeTone(state: ChangeState): Tone {
  return STATES[state].tone;
}

import type { Role } from '@slipway/contract/entities/roles.ts';

/** Who may ask for a command, and whose yes counts where it takes two. `null`: nobody, it never takes two. */
export type Right = { readonly asks: readonly Role[]; readonly approves: readonly Role[] | null };

const ANYBODY: readonly Role[] = ['viewer', 'support', 'compliance', 'treasurer', 'admin'];
const DESK: readonly Role[] = ['support', 'compliance', 'treasurer'];
const LAW: readonly Role[] = ['compliance'];
const MONEY: readonly Role[] = ['treasurer'];
const SERVICE_OR_LAW: readonly Role[] = ['support', 'compliance'];
const LAW_OR_MONEY: readonly Role[] = ['compliance', 'treasurer'];
const RULES: readonly Role[] = ['admin'];
const WHOEVER_ANSWERS: readonly Role[] = ['compliance', 'treasurer', 'admin'];

/** Every command, with the persons that it is for. */
export const rights = {
  list: { asks: ANYBODY, approves: null },
  show: { asks: ANYBODY, approves: null },
  export: { asks: LAW_OR_MONEY, approves: null },
  verify: { asks: ANYBODY, approves: null },
  treasury: { asks: ANYBODY, approves: null },
  reconcile: { asks: ANYBODY, approves: null },
  'trial-balance': { asks: ANYBODY, approves: null },
  partner: { asks: ANYBODY, approves: null },
  'embed-doctor': { asks: ANYBODY, approves: null },
  persons: { asks: ANYBODY, approves: null },
  'export-buyer': { asks: LAW, approves: null },
  'log-ins': { asks: [...DESK, ...RULES], approves: null },
  'end-sessions': { asks: [...DESK, ...RULES], approves: null },

  set: { asks: [...LAW_OR_MONEY, ...RULES], approves: [...LAW_OR_MONEY, ...RULES] },
  remove: { asks: [...LAW_OR_MONEY, ...RULES], approves: [...LAW_OR_MONEY, ...RULES] },
  hold: { asks: [...DESK, ...RULES], approves: null },
  freeze: { asks: [...DESK, ...RULES], approves: null },
  clear: { asks: DESK, approves: LAW_OR_MONEY },
  refuse: { asks: DESK, approves: LAW_OR_MONEY },
  unfreeze: { asks: LAW, approves: LAW },
  refund: { asks: DESK, approves: LAW_OR_MONEY },
  'give-up': { asks: DESK, approves: LAW_OR_MONEY },
  match: { asks: DESK, approves: MONEY },
  return: { asks: MONEY, approves: LAW_OR_MONEY },
  recover: { asks: MONEY, approves: LAW_OR_MONEY },
  'pay-to': { asks: [...DESK], approves: LAW_OR_MONEY },
  'transfer-refused': { asks: MONEY, approves: LAW_OR_MONEY },
  'refund-by-bank': { asks: DESK, approves: LAW_OR_MONEY },
  vouch: { asks: MONEY, approves: LAW_OR_MONEY },
  'cancel-payout': { asks: MONEY, approves: null },
  'raise-fee': { asks: [...DESK], approves: null },
  'send-evidence': { asks: SERVICE_OR_LAW, approves: null },
  review: { asks: LAW, approves: LAW },
  'ask-document': { asks: LAW, approves: null },
  'set-level': { asks: LAW, approves: LAW },
  block: { asks: LAW, approves: LAW },
  unblock: { asks: LAW, approves: LAW },
  erase: { asks: LAW, approves: null },
  import: { asks: MONEY, approves: LAW_OR_MONEY },
  swap: { asks: MONEY, approves: null },
  book: { asks: MONEY, approves: null },
  withdraw: { asks: MONEY, approves: LAW_OR_MONEY },
  'top-up': { asks: MONEY, approves: null },
  'allow-address': { asks: MONEY, approves: [...LAW_OR_MONEY, ...RULES] },
  'accept-difference': { asks: MONEY, approves: LAW_OR_MONEY },
  'book-difference': { asks: MONEY, approves: LAW_OR_MONEY },
  'reverse-booking': { asks: MONEY, approves: LAW_OR_MONEY },
  'wait-until': { asks: MONEY, approves: null },
  'pay-shares': { asks: MONEY, approves: LAW_OR_MONEY },
  'accept-list': { asks: LAW, approves: [...LAW, ...RULES] },
  settle: { asks: DESK, approves: null },
  seen: { asks: [...DESK, ...RULES], approves: null },
  hand: { asks: [...DESK, ...RULES], approves: null },
  duty: { asks: [...DESK, ...RULES], approves: null },
  // One's own address; an admin's word counts for others.
  reach: { asks: ANYBODY, approves: null },
  'partner-key': { asks: RULES, approves: RULES },
  'rotate-secret': { asks: RULES, approves: RULES },
  'rotate-link-key': { asks: RULES, approves: RULES },
  collect: { asks: RULES, approves: null },
  'replay-events': { asks: [...DESK, ...RULES], approves: null },
  'test-events': { asks: [...DESK, ...RULES], approves: null },
  'switch-on': { asks: [...DESK, ...RULES], approves: null },
  // By the signer itself, before anybody does anything with it.
  'stop-signing': { asks: [...LAW_OR_MONEY, ...RULES], approves: null },
  'start-signing': { asks: [...MONEY, ...RULES], approves: WHOEVER_ANSWERS },

  // Whose yes counts is said in the row of what is asked for.
  approve: { asks: WHOEVER_ANSWERS, approves: null },
  reject: { asks: WHOEVER_ANSWERS, approves: null },

  // What these say of persons counts by readPersons.ts alone.
  invite: { asks: RULES, approves: null },
  enrol: { asks: RULES, approves: RULES },
  'change-roles': { asks: RULES, approves: RULES },
  revoke: { asks: ANYBODY, approves: null },
} as const satisfies Readonly<Record<string, Right>>;

export type Act = keyof typeof rights;

export function isAct(word: string): word is Act {
  return Object.hasOwn(rights, word);
}

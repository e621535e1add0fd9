import type { BuyerState } from './buyerStateStore.ts';

export const BUYER_ACTIONS = [
  'ask-document',
  'set-level',
  'block',
  'unblock',
  'place-legal-hold',
  'lift-legal-hold',
  'erase',
] as const;
export type BuyerAction = (typeof BUYER_ACTIONS)[number];

type Input = Readonly<Record<string, string>>;
/** The reason why an action is impossible, as text for the operator; undefined if it is possible. */
type Problem = string | undefined;

export type BuyerRules = { readonly identityOffered: boolean };

const DAY_MS = 24 * 60 * 60_000;
/** A level that two people set ends after this time at the latest. */
const LONGEST_LEVEL_DAYS = 366;

/** One line without spaces at its ends. */
const CASE_REFERENCE = /^\S(?:.{0,98}\S)?$/u;

const CLOSED = 'The account is closed.';

/** For each action: returns why the account's state prevents it. Used when the console offers it and when it is executed. */
const problemByState: Readonly<Record<BuyerAction, (state: BuyerState, rules: BuyerRules) => Problem>> = {
  'ask-document'({ closedAt, documentUntil, levelUntil }, { identityOffered }) {
    if (closedAt) return CLOSED;
    if (!identityOffered) return 'Documents cannot be checked: no verifier is configured.';
    if (documentUntil)
      return `A document has already been requested. The request expires on ${formatDay(documentUntil)}.`;
    if (levelUntil)
      return `The level was set by two people until ${formatDay(levelUntil)}. A document would not change it before then.`;
    return undefined;
  },
  'set-level': ({ closedAt }) => (closedAt ? CLOSED : undefined),
  block: ({ blockedAt }) => (blockedAt ? `The account has been blocked since ${formatDay(blockedAt)}.` : undefined),
  unblock: ({ blockedAt }) => (blockedAt ? undefined : 'The account is not blocked.'),
  'place-legal-hold': () => undefined,
  'lift-legal-hold': ({ legalHoldCases }) =>
    legalHoldCases.length === 0 ? 'The account is not under a legal hold.' : undefined,
  erase({ openOrders, keepUntil, legalHoldCases }) {
    if (openOrders > 0) return openOrders === 1 ? '1 order is still open.' : `${openOrders} orders are still open.`;
    if (legalHoldCases.length > 0) return `The account is under a legal hold (case ${legalHoldCases.join(', ')}).`;
    if (keepUntil) return `Paid orders must be kept by law: the account can be erased from ${formatDay(keepUntil)}.`;
    return undefined;
  },
};

/** For each action with an input: returns why it cannot be executed with the signed input. */
const problemByInput: Readonly<Partial<Record<BuyerAction, (state: BuyerState, input: Input) => Problem>>> = {
  'set-level': (state, input) => findLevelProblem(state, input),
  'place-legal-hold'({ legalHoldCases }, { case: wanted = '' }) {
    if (!CASE_REFERENCE.test(wanted)) return 'Enter the case reference of the authority, in at most 100 characters.';
    return legalHoldCases.includes(wanted)
      ? `The account is already under a legal hold for case ${wanted}.`
      : undefined;
  },
  'lift-legal-hold'({ legalHoldCases }, { case: wanted = '' }) {
    if (legalHoldCases.includes(wanted)) return undefined;
    return `Enter the case of the legal hold to lift: ${legalHoldCases.join(', ')}.`;
  },
};

/** Returns why an action is impossible. Without an input, only the account's state is checked. Pure. */
export function findBuyerActionProblem(
  action: BuyerAction,
  state: BuyerState,
  rules: BuyerRules,
  input?: Input,
): Problem {
  return problemByState[action](state, rules) ?? (input && problemByInput[action]?.(state, input));
}

function findLevelProblem({ now, level, levelUntil, verifiedLevel }: BuyerState, input: Input): Problem {
  const { level: wantedLevel, until = '', because = '' } = input;
  const wanted = parseLevel(wantedLevel);
  if (wanted === undefined)
    return 'The level must be 1 (details accepted) or 2 (document verified). To stop a buyer, block the account.';
  const ends = parseDayEnd(until);
  if (!ends || ends.getTime() <= now.getTime()) return 'Enter a last day that has not ended yet, such as 2027-01-31.';
  if (ends.getTime() > now.getTime() + LONGEST_LEVEL_DAYS * DAY_MS)
    return `A level can be set for at most ${LONGEST_LEVEL_DAYS} days; then it has to be reviewed.`;
  if (wanted === level && !levelUntil) return `The verified level is already ${level}.`;
  if (wanted > verifiedLevel && because.trim() === '')
    return `The verified level is ${verifiedLevel}. Enter the evidence for level ${wanted}.`;
  return undefined;
}

export function parseLevel(level: string | undefined): 1 | 2 | undefined {
  if (level === '1') return 1;
  return level === '2' ? 2 : undefined;
}

/** Returns the end of the named day, in UTC. */
export function parseDayEnd(until: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until)) return undefined;
  const day = new Date(`${until}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || formatDay(day) !== until) return undefined;
  return new Date(day.getTime() + DAY_MS);
}

/** Returns the day, in UTC. */
export function formatDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

import type { BuyerAction } from '../requestActions.ts';
import type { BuyerStanding } from './buyerStandingStore.ts';

type Input = Readonly<Record<string, string>>;
/** Why it cannot be done, in the words of whoever asks; undefined where nothing is against it. */
type Against = string | undefined;

export type BuyerRules = { readonly identityOffered: boolean };

const DAY_MS = 24 * 60 * 60_000;
/** A level that persons have set is looked at again after this at the latest. */
const LONGEST_LEVEL_DAYS = 366;

const CLOSED = 'The account is closed.';

/** What is against each act as it stands, whoever asks: for the offer of the console, and for what does it. */
const byStanding: Readonly<Record<BuyerAction, (standing: BuyerStanding, rules: BuyerRules) => Against>> = {
  'ask-document'({ closedAt, documentUntil, levelUntil }, { identityOffered }) {
    if (closedAt) return CLOSED;
    if (!identityOffered) return 'Nobody checks documents here: no verifier is configured.';
    if (documentUntil) return `A document is asked for already, until ${dayOf(documentUntil)}.`;
    if (levelUntil)
      return `Two persons have set the level until ${dayOf(levelUntil)}: a document would change nothing.`;
    return undefined;
  },
  'set-level': ({ closedAt }) => (closedAt ? CLOSED : undefined),
  block: ({ blockedAt }) => (blockedAt ? `The account is blocked since ${dayOf(blockedAt)}.` : undefined),
  unblock: ({ blockedAt }) => (blockedAt ? undefined : 'The account is not blocked.'),
  erase({ openOrders, keepUntil, isKept }) {
    if (openOrders > 0) return openOrders === 1 ? '1 order is still open.' : `${openOrders} orders are still open.`;
    if (isKept) return 'An authority has asked for the account to be kept.';
    if (keepUntil) return `The law keeps the paid orders: it can be erased from ${dayOf(keepUntil)}.`;
    return undefined;
  },
};

/** What of the signed words is not done. */
const byInput: Readonly<Partial<Record<BuyerAction, (standing: BuyerStanding, input: Input) => Against>>> = {
  'set-level': (standing, input) => againstLevel(standing, input),
};

/** Without an input only what stands against the act itself. Pure. */
export function againstBuyerAct(
  action: BuyerAction,
  standing: BuyerStanding,
  rules: BuyerRules,
  input?: Input,
): Against {
  return byStanding[action](standing, rules) ?? (input && byInput[action]?.(standing, input));
}

function againstLevel({ now, level, levelUntil, verifiedLevel }: BuyerStanding, input: Input): Against {
  const { until = '', because = '' } = input;
  const wanted = levelIn(input);
  if (wanted === undefined)
    return 'A level is 1, as with accepted details, or 2, as with a document; to stop a buyer, block.';
  const ends = endIn(until);
  if (!ends || ends.getTime() <= now.getTime())
    return 'Say until which day it counts, such as 2027-01-31, after today.';
  if (ends.getTime() > now.getTime() + LONGEST_LEVEL_DAYS * DAY_MS)
    return `It counts for ${LONGEST_LEVEL_DAYS} days at most: then it is looked at again.`;
  if (wanted === level && !levelUntil) return `It counts as ${level} already, by what was verified.`;
  if (wanted > verifiedLevel && because.trim() === '')
    return `Verified is ${verifiedLevel}: say what shows that it may count as ${wanted}.`;
  return undefined;
}

export function levelIn({ level = '' }: Input): 1 | 2 | undefined {
  if (level === '1') return 1;
  return level === '2' ? 2 : undefined;
}

/** The end of the day that is named, in UTC. */
export function endIn(until: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until)) return undefined;
  const day = new Date(`${until}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || dayOf(day) !== until) return undefined;
  return new Date(day.getTime() + DAY_MS);
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

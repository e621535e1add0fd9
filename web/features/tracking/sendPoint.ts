import { browserId } from './browserId.ts';
import { asksNotToBeTracked } from './doNotTrack.ts';
import type { StepFacts, TrackedStep } from './track.ts';

const PATH = '/gateway/buying/addPoint';
const LONGEST_FACT = 64;

/** Facts and parameters of a page that say something of the purchase and nothing of a person, as the server has them. */
const KNOWN: ReadonlySet<string> = new Set([
  'amount',
  'country',
  'defaultGetCurrency',
  'defaultSendCurrency',
  'getCurrency',
  'getCurrencyAmount',
  'offerType',
  'partnerId',
  'payMethod',
  'sendCurrency',
  'sendCurrencyAmount',
  'side',
]);

export type Step = {
  readonly type: TrackedStep;
  readonly facts: StepFacts | undefined;
  /** The page as it was when the step was taken. */
  readonly pathname: string;
  readonly search: string;
};

/**
 * Sends a step of the funnel beside the calls: without cookies, after everything else, and also from a page that is
 * being left. Nothing at all for a browser that asks not to be tracked.
 */
export function sendPoint(step: Step): void {
  if (asksNotToBeTracked(navigator)) return;
  fetch(PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    keepalive: true,
    priority: 'low',
    body: JSON.stringify({ ...pointOf(step), user_id: browserId() }),
  }).catch(() => undefined);
}

/** What leaves the browser: the path, known parameters, known facts. */
export function pointOf({ type, facts = {}, pathname, search }: Step): Record<string, unknown> {
  const parameters = new URLSearchParams([...new URLSearchParams(search)].filter(isKnown));
  const place = parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
  return { ...Object.fromEntries(Object.entries(facts).filter(isKnown)), type, place };
}

function isKnown([name, value]: readonly [string, StepFacts[string]]): boolean {
  return KNOWN.has(name) && value !== '' && value !== null && String(value).length <= LONGEST_FACT;
}

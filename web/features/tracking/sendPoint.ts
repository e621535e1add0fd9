import { trackedFacts, trackedParameters } from '@slipway/contract/trackedFields.ts';
import { browserId } from './browserId.ts';
import { asksNotToBeTracked } from './doNotTrack.ts';
import type { StepFacts, TrackedStep } from './track.ts';

const PATH = '/gateway/buying/addPoint';
const LONGEST_FACT = 64;

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
  const parameters = new URLSearchParams([...new URLSearchParams(search)].filter(isIn(trackedParameters)));
  const place = parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
  return { ...Object.fromEntries(Object.entries(facts).filter(isIn(trackedFacts))), type, place };
}

function isIn(known: ReadonlySet<string>) {
  return ([name, value]: readonly [string, StepFacts[string]]): boolean =>
    known.has(name) && value !== '' && value !== null && String(value).length <= LONGEST_FACT;
}

import { trackedFacts, trackedParameters } from '@slipway/contract/trackedFields.ts';
import { hasTrackingOptOut } from './doNotTrack.ts';
import { getBrowserId } from './getBrowserId.ts';
import type { StepFacts, TrackedStep } from './track.ts';

const PATH = '/gateway/buying/addPoint';
const MAX_FACT_LENGTH = 64;

export type FunnelStep = {
  readonly type: TrackedStep;
  readonly facts: StepFacts | undefined;
  /** URL at the time of the step. */
  readonly pathname: string;
  readonly search: string;
};

/**
 * Sends a funnel step outside the API calls: without cookies, at low priority, and also while the page is being closed.
 * Sends nothing if the browser asks not to be tracked.
 */
export function sendPoint(step: FunnelStep): void {
  if (hasTrackingOptOut(navigator)) return;
  fetch(PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    keepalive: true,
    priority: 'low',
    body: JSON.stringify({ ...buildPoint(step), user_id: getBrowserId() }),
  }).catch(() => undefined);
}

/** Returns the data that leaves the browser: path, known parameters and known facts. */
export function buildPoint({ type, facts = {}, pathname, search }: FunnelStep): Record<string, unknown> {
  const parameters = new URLSearchParams([...new URLSearchParams(search)].filter(createFieldFilter(trackedParameters)));
  const place = parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
  return { ...Object.fromEntries(Object.entries(facts).filter(createFieldFilter(trackedFacts))), type, place };
}

function createFieldFilter(known: ReadonlySet<string>) {
  return ([name, value]: readonly [string, StepFacts[string]]): boolean =>
    known.has(name) && value !== '' && value !== null && String(value).length <= MAX_FACT_LENGTH;
}

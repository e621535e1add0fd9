import type { CallRequest } from '@slipway/contract/calls.ts';

export type TrackedStep = CallRequest<'addPoint'>['type'];

/** Facts that may be sent with a step; personal data is excluded. */
export type StepFacts = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Records a funnel step. Nothing waits for it and failures are not shown. It is part of the first bundle, so the
 * sending code is loaded later.
 */
export function track(type: TrackedStep, facts?: StepFacts): void {
  const { pathname, search } = location;
  import('./sendPoint.ts').then(
    ({ sendPoint }) => sendPoint({ type, facts, pathname, search }),
    () => undefined,
  );
}

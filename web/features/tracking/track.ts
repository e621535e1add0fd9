import type { CallRequest } from '@slipway/contract/calls.ts';

export type TrackedStep = CallRequest<'addPoint'>['type'];

/** What may be sent of a step beside its name; what could say something of a person is left out. */
export type StepFacts = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Notes a step of the funnel. Nothing waits for it, nothing is shown when it fails, and it is weighed by the first
 * bundle: how it is sent comes later.
 */
export function track(type: TrackedStep, facts?: StepFacts): void {
  const { pathname, search } = location;
  import('./sendPoint.ts').then(
    ({ sendPoint }) => sendPoint({ type, facts, pathname, search }),
    () => undefined,
  );
}

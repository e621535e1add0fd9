import type { TimelineStep } from '../../ui/progress/Timeline.tsx';

type TitledStep = TimelineStep & { readonly title: string };

/** Joins the future steps into one row with their titles: `Paid · Converted · Delivered`. */
export function joinLaterSteps(steps: readonly TitledStep[]): readonly TimelineStep[] {
  const later = steps.filter(({ state }) => state === 'later');
  if (later.length < 2) return steps;
  // `delivery` and `delivered` both describe the delivery, so only the latter is named.
  const title = later.flatMap((step) => (step.id === 'delivery' ? [] : step.title)).join(' · ');
  return [...steps.filter(({ state }) => state !== 'later'), { id: 'later', state: 'later', title, joined: true }];
}

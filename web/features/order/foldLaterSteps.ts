import type { TimelineStep } from '../../ui/progress/Timeline.tsx';

type TitledStep = TimelineStep & { readonly title: string };

/** Joins the future steps into one row with their titles: `Paid · Converted · Delivered`. */
export function foldLaterSteps(steps: readonly TitledStep[]): readonly TimelineStep[] {
  const later = steps.filter(({ state }) => state === 'later');
  if (later.length < 2) return steps;
  // Two steps are about the delivery; its end is enough.
  const title = later.flatMap((step) => (step.id === 'delivery' ? [] : step.title)).join(' · ');
  return [...steps.filter(({ state }) => state !== 'later'), { id: 'later', state: 'later', title, joined: true }];
}

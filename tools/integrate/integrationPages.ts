import { drawErrors } from './drawErrors.ts';
import { drawEvents } from './drawEvents.ts';
import { drawStatuses } from './drawStatuses.ts';
import { drawTesting } from './drawTesting.ts';

/** The pages for partners that are generated from code, by their path under docs/. */
export const integrationPages: Readonly<Record<string, () => string>> = {
  'integrate/errors.md': drawErrors,
  'integrate/events.md': drawEvents,
  'integrate/statuses.md': drawStatuses,
  'integrate/testing.md': drawTesting,
};

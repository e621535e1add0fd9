import { beforeEach, expect, test, vi } from 'vitest';

const calls: (readonly string[])[] = [];
vi.mock('../api/consoleCall.ts', () => ({
  consoleCall: async (_name: string, { subjects }: { readonly subjects: readonly string[] }) =>
    void calls.push(subjects),
}));
vi.mock('../api/live.ts', () => ({ TAB: '7d1f1f0e-6f0b-4c55-9a53-0b6f6c9b9a11' }));
const { schedulePresenceReport, reportViewing } = await import('./presenceReports.ts');

beforeEach(() => {
  vi.useFakeTimers();
  calls.length = 0;
});

test('sends one report per change of subjects, lists a subject shown twice once, and ends with an empty report', async () => {
  const first = reportViewing('order:A');
  await vi.advanceTimersByTimeAsync(50);
  first();
  const second = reportViewing('order:B');
  const again = reportViewing('order:B');
  await vi.advanceTimersByTimeAsync(50);
  again();
  schedulePresenceReport();
  await vi.advanceTimersByTimeAsync(50);
  second();
  await vi.advanceTimersByTimeAsync(50);
  expect(calls).toEqual([['order:A'], ['order:B'], ['order:B'], []]);
});

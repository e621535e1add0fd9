import { beforeEach, expect, test, vi } from 'vitest';

const calls: (readonly string[])[] = [];
vi.mock('../api/consoleCall.ts', () => ({
  consoleCall: async (_name: string, { subjects }: { readonly subjects: readonly string[] }) =>
    void calls.push(subjects),
}));
vi.mock('../api/live.ts', () => ({ TAB: '7d1f1f0e-6f0b-4c55-9a53-0b6f6c9b9a11' }));
const { schedulePresenceReport: sayWhatIsShown, reportViewing: showHere } = await import('./presenceReports.ts');

beforeEach(() => {
  vi.useFakeTimers();
  calls.length = 0;
});

test('reports a change of subject once, and a subject that two parts show once', async () => {
  const first = showHere('order:A');
  await vi.advanceTimersByTimeAsync(50);
  first();
  const second = showHere('order:B');
  const again = showHere('order:B');
  await vi.advanceTimersByTimeAsync(50);
  again();
  sayWhatIsShown();
  await vi.advanceTimersByTimeAsync(50);
  second();
  await vi.advanceTimersByTimeAsync(50);
  expect(calls).toEqual([['order:A'], ['order:B'], ['order:B'], []]);
});

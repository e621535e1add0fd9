import { describe, expect, test } from 'vitest';
import type { Quote } from './renewQuote.ts';
import { initialRenewal, type Renewal, renewUntilAborted } from './renewUntilAborted.ts';

function createQuote(token: string): Quote {
  return { token, expireTime: 0 } as Quote;
}

type Given = {
  readonly renew: (renewalCount: number) => Promise<Quote>;
  /** Seconds left at each successive reading of the clock. */
  readonly clock: readonly number[];
  readonly waitUntilVisible?: () => Promise<void>;
  /** Ends the run at this report. */
  readonly until: (renewal: Renewal) => boolean;
};

async function collectReports({
  renew,
  clock,
  waitUntilVisible = () => Promise.resolve(),
  until,
}: Given): Promise<Renewal[]> {
  const abort = new AbortController();
  const remainingReadings = [...clock];
  const reports: Renewal[] = [];
  let renewalCount = 0;
  await renewUntilAborted({
    renew: () => renew(renewalCount++),
    secondsLeft: () => remainingReadings.shift() ?? 0,
    tick: () => Promise.resolve(),
    waitUntilVisible,
    report: (change) => {
      const renewal = { ...(reports.at(-1) ?? initialRenewal), ...change };
      reports.push(renewal);
      if (until(renewal)) abort.abort();
    },
    signal: abort.signal,
  });
  return reports;
}

describe('renewUntilAborted', () => {
  test('requests a quote, counts down, and renews it at zero while showing the old one', async () => {
    const reports = await collectReports({
      renew: async (count) => createQuote(`quote ${count}`),
      clock: [2, 1, 0, 60],
      until: (renewal) => renewal.secondsLeft === 60,
    });
    expect(reports.map(({ quote, secondsLeft, updating }) => [quote?.token, secondsLeft, updating])).toEqual([
      [undefined, null, true],
      ['quote 0', 2, false],
      ['quote 0', 1, false],
      ['quote 0', null, true],
      ['quote 1', 60, false],
    ]);
  });

  test('stops with the error of a failed renewal and keeps the last quote', async () => {
    const priceError = new Error('no price');
    const reports = await collectReports({
      renew: (count) => (count === 0 ? Promise.resolve(createQuote('first')) : Promise.reject(priceError)),
      clock: [1, 0],
      until: () => false,
    });
    expect(reports.at(-1)).toEqual({
      quote: createQuote('first'),
      secondsLeft: null,
      updating: false,
      error: priceError,
    });
  });

  test('shows an already expired quote for a second instead of requesting without a pause', async () => {
    const reports = await collectReports({
      renew: async () => createQuote('late'),
      clock: [-5],
      until: (renewal) => renewal.secondsLeft !== null,
    });
    expect(reports.at(-1)?.secondsLeft).toBe(1);
  });

  test('does not renew on a hidden page until it is visible', async () => {
    let showPage = () => {};
    const pageShown = new Promise<void>((resolve) => {
      showPage = resolve;
    });
    let startWaiting = () => {};
    const isWaiting = new Promise<void>((resolve) => {
      startWaiting = resolve;
    });
    const counts: number[] = [];
    const done = collectReports({
      renew: async (count) => {
        counts.push(count);
        return createQuote(`quote ${count}`);
      },
      clock: [1, 0, 60],
      waitUntilVisible: () => {
        startWaiting();
        return pageShown;
      },
      until: (renewal) => renewal.secondsLeft === 60,
    });
    await isWaiting;
    expect(counts).toEqual([0]);
    showPage();
    await done;
    expect(counts).toEqual([0, 1]);
  });

  test('reports nothing after the page was left', async () => {
    const reports = await collectReports({
      renew: () => Promise.reject(new DOMException('left', 'AbortError')),
      clock: [],
      until: (renewal) => renewal.updating,
    });
    expect(reports).toHaveLength(1);
  });
});

import { describe, expect, test } from 'vitest';
import { readLivenSettings } from './livenSettings.ts';
import { findNewestCode } from './logInAgain.ts';
import { findNewestAlert } from './operateCommands.ts';
import { createSampleBuyer, type SampleBuyerName } from './sampleBuyers.ts';
import { formatOutcome, playScene } from './scene.ts';
import { expiringScene, reviewScene, scenes } from './scenes.ts';
import type { SimulatedBuyer } from './simulatedBuyer.ts';

describe('the settings of liven', () => {
  const run = { port: 26_000, sandboxPort: 26_010, consolePort: 26_005 };

  test('are read from the ports that the running sandbox has recorded', () => {
    expect(readLivenSettings({ DATA_DIR: 'there' }, '/here', () => run)).toEqual({
      origin: 'http://localhost:26000',
      sandboxPort: 26_010,
      deskUrl: 'http://localhost:26010',
      consoleUrl: 'http://localhost:26005/console/',
      dataDir: '/here/there',
    });
  });

  test.each([
    ['Nothing runs on /here/.data', undefined],
    ['no console', { ...run, consolePort: undefined }],
  ])('throw an error if no sandbox with a console runs: %s', (message, recordedRun) => {
    expect(() => readLivenSettings({}, '/here', () => recordedRun)).toThrow(message);
  });
});

describe('the sample buyers', () => {
  const names: readonly SampleBuyerName[] = ['emil', 'mia', 'jonas', 'nora', 'oskar'];

  test('have different emails and accounts, and a new email in each run if the verdict on them is final', () => {
    const [first, second] = ['a1', 'b2'].map((run) => names.map((name) => createSampleBuyer(name, run)));
    expect(new Set(first?.map(({ email }) => email)).size).toBe(names.length);
    expect(new Set(first?.map(({ account }) => account)).size).toBe(names.length);
    const returning = first
      ?.filter(({ email }, index) => email === second?.[index]?.email)
      .map(({ firstName }) => firstName);
    expect(returning).toEqual(['Emil', 'Mia', 'Jonas']);
  });

  test('have valid IBANs', () => {
    const remainder = (iban: string) =>
      `${iban.slice(4)}${iban.slice(0, 4)}`
        .split('')
        .map((letter) => Number.parseInt(letter, 36))
        .join('')
        .split('')
        .reduce((left, digit) => (left * 10 + Number(digit)) % 97, 0);
    expect(names.map((name) => remainder(createSampleBuyer(name, 'a1').account))).toEqual(names.map(() => 1));
  });
});

describe('a scene', () => {
  const buyer = (status: string) => ({ waitForStatus: async () => status }) as unknown as SimulatedBuyer;
  const scene = {
    description: 'a card paid',
    play: async () => ({ orderNo: 'N', expectedStatuses: ['delivered'] as const }),
  };

  test('reports its order’s final status', async () => {
    expect(await (await playScene(scene, buyer('delivered')))()).toEqual({
      line: 'a card paid: N, delivered',
      hasSucceeded: true,
    });
  });

  test('is reported as unexpected if its order ends in another status', async () => {
    expect(await (await playScene(scene, buyer('on_hold')))()).toEqual({
      line: 'a card paid: N, on hold, not delivered',
      hasSucceeded: false,
    });
  });

  test('reports its error and does not end the run if it fails', async () => {
    const broken = { description: 'a card paid', play: () => Promise.reject(new Error('no price')) };
    expect(await (await playScene(broken, buyer('')))()).toEqual({
      line: 'a card paid: failed, no price',
      hasSucceeded: false,
    });
  });

  test('reports its description if it has no order', () => {
    expect(formatOutcome('money without a reference', {})).toEqual({
      line: 'money without a reference',
      hasSucceeded: true,
    });
  });

  test('has a unique description', () => {
    const descriptions = [expiringScene, reviewScene, ...Object.values(scenes).flat()].map(
      ({ description }) => description,
    );
    expect(descriptions.length).toBeGreaterThan(15);
    expect(new Set(descriptions).size).toBe(descriptions.length);
  });
});

test('returns the code of the newest email that contains one, or undefined', () => {
  const createMail = (text: string) => ({ subject: 'Slipway', text });
  expect(findNewestCode([createMail('delivered'), createMail('code 123456'), createMail('code 654321')])).toBe(
    '123456',
  );
  expect(findNewestCode([createMail('order 12345678901')])).toBeUndefined();
});

test('returns the id of the newest alert of a kind, or undefined', () => {
  const list = [
    'id   at                        kind',
    '130  2026-11-25T00:14:55.472Z  order         1',
    '112  2026-11-25T00:13:56.560Z  books_differ  1',
    '99  2026-11-25T00:13:56.560Z  books_differ  1',
  ];
  expect(findNewestAlert(list.join('\n'), 'books_differ')).toBe('112');
  expect(findNewestAlert(list.join('\n'), 'kind')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { joinLaterSteps } from './foldLaterSteps.ts';

const done = { id: 'ordered', state: 'done', title: 'Order made' } as const;
const now = { id: 'payment', state: 'now', title: 'Payment' } as const;
const later = (id: string, title: string) => ({ id, state: 'later', title }) as const;

test('joins the titles of the future steps', () => {
  const steps = [
    done,
    now,
    later('conversion', 'Converted'),
    later('delivery', 'Delivering'),
    later('delivered', 'Delivered'),
  ];
  const joined = { id: 'later', state: 'later', title: 'Converted · Delivered', joined: true };
  expect(joinLaterSteps(steps)).toEqual([done, now, joined]);
});

test('leaves a single future step as it is', () => {
  const steps = [done, now, later('delivered', 'Delivered')];
  expect(joinLaterSteps(steps)).toEqual(steps);
});

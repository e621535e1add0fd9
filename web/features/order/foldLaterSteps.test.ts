import { expect, test } from 'vitest';
import { joinLaterSteps } from './foldLaterSteps.ts';

const done = { id: 'ordered', state: 'done', title: 'Order made' } as const;
const now = { id: 'payment', state: 'now', title: 'Payment' } as const;
const createLaterStep = (id: string, title: string) => ({ id, state: 'later', title }) as const;

test('joins the titles of the future steps', () => {
  const steps = [
    done,
    now,
    createLaterStep('conversion', 'Converted'),
    createLaterStep('delivery', 'Delivering'),
    createLaterStep('delivered', 'Delivered'),
  ];
  const joined = { id: 'later', state: 'later', title: 'Converted · Delivered', joined: true };
  expect(joinLaterSteps(steps)).toEqual([done, now, joined]);
});

test('leaves a single future step as it is', () => {
  const steps = [done, now, createLaterStep('delivered', 'Delivered')];
  expect(joinLaterSteps(steps)).toEqual(steps);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseNextRecipient } from './chooseNextRecipient.ts';

const name = fc.constantFrom('anna', 'ben', 'carl', 'dora');

test('notifies each eligible person at most once, and then everyone', () => {
  fc.assert(
    fc.property(
      fc.option(name),
      fc.array(fc.record({ first: fc.option(name), second: fc.option(name) }), { minLength: 6, maxLength: 6 }),
      fc.uniqueArray(name).map((names): ReadonlySet<string> => new Set(names)),
      (handedTo, duties, acknowledgers) => {
        const notified: string[] = [];
        for (const duty of duties) {
          const next = chooseNextRecipient({ handedTo, notified }, duty, acknowledgers);
          if (next.kind === 'everybody') break;
          expect(acknowledgers.has(next.person)).toBe(true);
          expect(notified).not.toContain(next.person);
          notified.push(next.person);
        }
        expect(notified.length).toBeLessThanOrEqual(acknowledgers.size);
        const candidates = [handedTo, ...duties.slice(-1).flatMap(({ first, second }) => [first, second])];
        if (candidates.every((each) => each === null || !acknowledgers.has(each) || notified.includes(each)))
          expect(
            chooseNextRecipient({ handedTo, notified }, duties.at(-1) ?? { first: null, second: null }, acknowledgers),
          ).toEqual({
            kind: 'everybody',
          });
      },
    ),
  );
});

test('chooses the person to whom the alert was reassigned, then the first on duty, then the second', () => {
  const acknowledgers = new Set(['anna', 'ben', 'carl']);
  const duty = { first: 'anna', second: 'ben' };
  expect(chooseNextRecipient({ handedTo: 'carl', notified: [] }, duty, acknowledgers)).toEqual({
    kind: 'person',
    person: 'carl',
    as: 'handed',
  });
  expect(chooseNextRecipient({ handedTo: 'carl', notified: ['carl'] }, duty, acknowledgers)).toMatchObject({
    person: 'anna',
    as: 'first',
  });
  expect(chooseNextRecipient({ handedTo: 'ben', notified: ['ben', 'anna'] }, duty, acknowledgers)).toEqual({
    kind: 'everybody',
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseDresses, type Dress, languages, themes } from './dresses.ts';
import { scenes } from './scenes.ts';

const everyDress = languages.flatMap((language) => themes.map((theme) => named({ language, theme })));

function named({ language, theme }: Dress): string {
  return `${language} ${theme}`;
}

const shown = fc
  .array(fc.record({ name: fc.string(), route: fc.constantFrom('/edit', '/buy', '/order', null) }))
  .map((scenesOf) => scenesOf.map(({ route }, index) => ({ name: `scene ${index}`, route })));

function wornBy(chosen: ReturnType<typeof chooseDresses>, name: string): readonly Dress[] {
  return chosen.get(name) ?? [];
}

describe.each([
  ['the gallery', fc.constant(scenes)],
  ['any list of scenes', shown],
])('in %s', (_, lists) => {
  test('each scene of the app wears every language and every theme, and none twice', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const chosen = chooseDresses(list);
        for (const { name, route } of list) {
          const worn = wornBy(chosen, name);
          expect(new Set(worn.map(({ theme }) => theme))).toEqual(new Set(themes));
          if (route !== null) expect(new Set(worn.map(({ language }) => language))).toEqual(new Set(languages));
          expect(new Set(worn.map(named)).size).toBe(worn.length);
        }
      }),
    );
  });

  test('two neighbouring states of a screen wear all four between them, and an only state all four', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const chosen = chooseDresses(list);
        const inApp = list.filter(({ route }) => route !== null);
        for (const states of Map.groupBy(inApp, ({ route }) => route).values()) {
          for (const [index, { name }] of states.entries()) {
            const neighbour = states[index + 1] ?? states[index - 1];
            const worn = [...wornBy(chosen, name), ...(neighbour ? wornBy(chosen, neighbour.name) : [])];
            expect(worn.map(named).toSorted()).toEqual(everyDress.toSorted());
          }
        }
      }),
    );
  });

  test('a scene changes its language once at most, and ends in English', () => {
    fc.assert(
      fc.property(lists, (list) => {
        for (const worn of chooseDresses(list).values()) {
          const spoken = worn.map(({ language }) => language);
          expect(spoken).toEqual(spoken.toSorted().toReversed());
          expect(spoken.at(-1)).toBe('en-US');
        }
      }),
    );
  });
});

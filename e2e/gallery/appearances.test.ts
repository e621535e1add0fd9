import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Appearance, chooseAppearances, languages, themes } from './appearances.ts';
import { scenes } from './scenes.ts';

const everyDress = languages.flatMap((language) => themes.map((theme) => named({ language, theme })));

function named({ language, theme }: Appearance): string {
  return `${language} ${theme}`;
}

const shown = fc
  .array(fc.record({ name: fc.string(), route: fc.constantFrom('/edit', '/buy', '/order', null) }))
  .map((createScenes) => createScenes.map(({ route }, index) => ({ name: `scene ${index}`, route })));

function wornBy(chosen: ReturnType<typeof chooseAppearances>, name: string): readonly Appearance[] {
  return chosen.get(name) ?? [];
}

describe.each([
  ['the gallery', fc.constant(scenes)],
  ['any list of scenes', shown],
])('in %s', (_, lists) => {
  test('gives every scene at least one appearance, and none twice', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const chosen = chooseAppearances(list);
        for (const { name, route } of list) {
          const worn = wornBy(chosen, name);
          expect(worn.length).toBeGreaterThan(0);
          expect(new Set(worn.map(named)).size).toBe(worn.length);
          if (route === null) expect(new Set(worn.map(({ theme }) => theme))).toEqual(new Set(themes));
        }
      }),
    );
  });

  test('shows every screen in all four appearances, and any four successive states of one', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const chosen = chooseAppearances(list);
        const inApp = list.filter(({ route }) => route !== null);
        for (const states of Map.groupBy(inApp, ({ route }) => route).values()) {
          for (let first = 0; first === 0 || first + 4 <= states.length; first += 1) {
            const worn = states.slice(first, first + 4).flatMap(({ name }) => wornBy(chosen, name));
            expect(new Set(worn.map(named))).toEqual(new Set(everyDress));
          }
        }
      }),
    );
  });

  test('changes the language of a scene at most once, English first', () => {
    fc.assert(
      fc.property(lists, (list) => {
        for (const worn of chooseAppearances(list).values()) {
          const spoken = worn.map(({ language }) => language);
          expect(spoken).toEqual(spoken.toSorted());
        }
      }),
    );
  });
});

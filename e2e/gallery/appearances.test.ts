import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Appearance, chooseAppearances, languages, themes } from './appearances.ts';
import { scenes } from './scenes.ts';

const everyAppearance = languages.flatMap((language) => themes.map((theme) => formatAppearance({ language, theme })));

function formatAppearance({ language, theme }: Appearance): string {
  return `${language} ${theme}`;
}

const anySceneList = fc
  .array(fc.constantFrom('/edit', '/buy', '/order', null))
  .map((routes) => routes.map((route, index) => ({ name: `scene ${index}`, route })));

function getAppearances(chosen: ReturnType<typeof chooseAppearances>, name: string): readonly Appearance[] {
  return chosen.get(name) ?? [];
}

describe.each([
  ['the gallery', fc.constant(scenes)],
  ['any list of scenes', anySceneList],
])('chooseAppearances for %s', (_, lists) => {
  test('gives every scene one or more different appearances, and pages outside the app both themes', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const chosen = chooseAppearances(list);
        for (const { name, route } of list) {
          const appearances = getAppearances(chosen, name);
          expect(appearances.length).toBeGreaterThan(0);
          expect(new Set(appearances.map(formatAppearance)).size).toBe(appearances.length);
          if (route === null) expect(new Set(appearances.map(({ theme }) => theme))).toEqual(new Set(themes));
        }
      }),
    );
  });

  test('shows every screen, and any four successive states of a screen, in all four appearances', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const chosen = chooseAppearances(list);
        const inApp = list.filter(({ route }) => route !== null);
        for (const states of Map.groupBy(inApp, ({ route }) => route).values()) {
          for (let first = 0; first === 0 || first + 4 <= states.length; first += 1) {
            const appearances = states.slice(first, first + 4).flatMap(({ name }) => getAppearances(chosen, name));
            expect(new Set(appearances.map(formatAppearance))).toEqual(new Set(everyAppearance));
          }
        }
      }),
    );
  });

  test('lists a scene’s appearances in English before those in the other language', () => {
    fc.assert(
      fc.property(lists, (list) => {
        for (const appearances of chooseAppearances(list).values()) {
          const languagesInOrder = appearances.map(({ language }) => language);
          expect(languagesInOrder).toEqual(languagesInOrder.toSorted());
        }
      }),
    );
  });
});

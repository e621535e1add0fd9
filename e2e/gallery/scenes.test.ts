import { expect, test, vi } from 'vitest';
import { scenes } from './scenes.ts';

type Path = { readonly path: string };
type RouteTable = { readonly routes: readonly Path[]; readonly notFoundRoute: Path };

test('every route has a scene, and every scene has a route or is outside the app', async () => {
  const { routes, notFoundRoute } = await vi.importActual<RouteTable>('../../web/routes.ts');
  const paths = [...routes, notFoundRoute].map(({ path }) => path);
  const shown = scenes.flatMap(({ route }) => (route === null ? [] : [route]));
  expect(paths.filter((path) => !shown.includes(path))).toEqual([]);
  expect(shown.filter((path) => !paths.includes(path))).toEqual([]);
});

test('no two scenes have the same name', () => {
  const names = scenes.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

import { change, failing, type PlannedBreak } from './plannedBreak.ts';

const ROUTES = 'web/routes.ts';

/** Moves a screen to another address. */
export function moveRoute(path: string): PlannedBreak {
  return change(ROUTES, `path: '${path}',`, `path: '${path}-moved',`);
}

/** Gives a screen another title. */
export function retitleRoute(path: string, screen: string, title: string): PlannedBreak {
  const found = `path: '${path}', screen: ${screen}, title:`;
  return change(ROUTES, `${found} '${title}'`, `${found} 'title.not_found'`);
}

/** Shows the page for unknown addresses in place of a screen. The test of the screen's scene must fail. */
export function swapScreen(path: string, screen: string, scene: string): PlannedBreak {
  const found = `path: '${path}', screen: ${screen},`;
  const by = `e2e/screens/everyScreen.spec.ts › ${scene} is accessible and never scrolls sideways`;
  return failing(by, change(ROUTES, found, `path: '${path}', screen: NotFound,`));
}

/** Removes the required login of a screen. */
export function openToAll(found: string): PlannedBreak {
  return change(ROUTES, `${found}, login: 'required'`, found);
}

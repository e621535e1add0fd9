import { vi } from 'vitest';
import { testOnReact } from './react.testing.tsx';

// @ownProcess: React's packages are loaded by Node, which never evaluates them a second time.
/** The web app's version of React, in addition to this package's own. */
const { fromApp } = vi.hoisted(() => ({
  fromApp: async (name: string) => {
    const { createRequire: requireFrom } = await import('node:module');
    return requireFrom(new URL('../../web/package.json', import.meta.url))(name) as object;
  },
}));

vi.mock('react', () => fromApp('react'));
vi.mock('react/jsx-runtime', () => fromApp('react/jsx-runtime'));
vi.mock('react/jsx-dev-runtime', () => fromApp('react/jsx-dev-runtime'));
vi.mock('react-dom/client', () => fromApp('react-dom/client'));

testOnReact(19);

import { type ComponentType, lazy } from 'react';
import { followWait } from '../api/connection.ts';
import { loadLaterTexts } from '../i18n/language.ts';
import type { laterScreens } from '../laterScreens.ts';

/** A screen in a bundle of its own, fetched together with what only later screens need: their texts, the query cache. */
export function laterScreen(name: keyof typeof laterScreens): ComponentType {
  return lazy(async () => {
    const parts = Promise.all([loadScreen(name), import('./Queries.tsx'), loadLaterTexts()]);
    followWait(parts);
    const [Screen, { Queries }] = await parts;
    return {
      default: () => (
        <Queries>
          <Screen />
        </Queries>
      ),
    };
  });
}

async function loadScreen(name: keyof typeof laterScreens): Promise<ComponentType> {
  return (await import('../laterScreens.ts')).laterScreens[name]();
}

import { type ComponentType, lazy } from 'react';
import { trackWait } from '../api/connection.ts';
import { loadLaterTexts } from '../i18n/language.ts';

/** Loads a screen in a separate bundle, together with what only later screens need: their texts and the query cache. */
export function laterScreen(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    const parts = Promise.all([load(), import('./Queries.tsx'), loadLaterTexts()]);
    trackWait(parts);
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

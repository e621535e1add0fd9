import { type ComponentType, lazy } from 'react';
import { followWait } from '../api/connection.ts';
import { loadLaterTexts } from '../i18n/language.ts';

/** A screen in a bundle of its own, fetched together with what only later screens need: their texts, the query cache. */
export function laterScreen(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => {
    const parts = Promise.all([load(), import('./Queries.tsx'), loadLaterTexts()]);
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

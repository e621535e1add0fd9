import { type ComponentType, lazy } from 'react';
import { loadLaterTexts } from '../i18n/language.ts';

/** Loads a part that a page can do without, after everything needed to buy. Renders nothing if it cannot be loaded. */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [part] = await Promise.all([load(), loadLaterTexts()]).catch(() => [() => null]);
    return { default: part as ComponentType<Props> };
  });
}

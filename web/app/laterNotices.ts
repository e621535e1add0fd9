import { type ComponentType, lazy } from 'react';
import { loadLaterTexts } from '../i18n/language.ts';

/** The notices, fetched when the first screen has been drawn and the browser has nothing else to do; so is what later screens begin with. */
export const LaterNotices = lazy(async () => {
  await new Promise((resolve) => {
    (window.requestIdleCallback ?? setTimeout)(resolve);
  });
  try {
    const parts = [loadLaterTexts(), import('../laterScreens.ts')];
    const [{ Notices }] = await Promise.all([import('../features/notices/Notices.tsx'), ...parts]);
    return { default: Notices as ComponentType };
  } catch {
    // The app is whole without them.
    return { default: () => null };
  }
});

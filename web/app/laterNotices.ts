import { type ComponentType, lazy } from 'react';
import { loadLaterTexts } from '../i18n/language.ts';

/** Loads the notices, and the common part of later screens, once the first screen is rendered and the browser is idle. */
export const LaterNotices = lazy(async () => {
  await new Promise((resolve) => {
    (window.requestIdleCallback ?? setTimeout)(resolve);
  });
  try {
    const parts = [loadLaterTexts(), import('../laterScreens.ts')];
    const [{ Notices }] = await Promise.all([import('../features/notices/Notices.tsx'), ...parts]);
    return { default: Notices as ComponentType };
  } catch {
    // The app also works without the notices.
    return { default: () => null };
  }
});

import { type ComponentType, lazy } from 'react';
import { loadLaterTexts } from '../i18n/language.ts';

/** The notices, fetched when the first screen has been drawn and the browser has nothing else to do. */
export const LaterNotices = lazy(async () => {
  await new Promise((resolve) => {
    (window.requestIdleCallback ?? setTimeout)(resolve);
  });
  try {
    const [{ Notices }] = await Promise.all([import('../features/notices/Notices.tsx'), loadLaterTexts()]);
    return { default: Notices as ComponentType };
  } catch {
    // The app is whole without them.
    return { default: () => null };
  }
});

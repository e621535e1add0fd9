import { mergeTests } from '@playwright/test';
import { test as gallery } from '../gallery/galleryTest.ts';
import { test as oneTab } from '../oneTab.ts';

/** The gallery's `test` in one tab. */
export const test = mergeTests(gallery, oneTab);

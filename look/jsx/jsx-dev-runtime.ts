import type { ElementType, Key, ReactElement } from 'react';
import { jsxDEV as createElement, Fragment, type JSXSource } from 'react/jsx-dev-runtime';
import { wrapText } from './wrapText.ts';

export type { JSX } from 'react/jsx-runtime';
export { Fragment };

/** The compiler calls this in place of the functions of `jsx-runtime.ts` while developing and testing. */
export function jsxDEV(
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  return createElement(type, wrapText(type, props), key, isStatic, source, self);
}

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
  const wrapped: { readonly children?: unknown } = wrapText(type, props);
  return createElement(type, wrapped, key, isStatic && Array.isArray(wrapped.children), source, self);
}

import type { ElementType, Key, ReactElement } from 'react';
import { jsx as createElement, jsxs as createParent, Fragment } from 'react/jsx-runtime';
import { wrapText } from './wrapText.ts';

export type { JSX } from 'react/jsx-runtime';
export { Fragment };

/** The compiler calls this for an element with at most one child. */
export function jsx(type: ElementType, props: object, key?: Key): ReactElement {
  return createElement(type, wrapText(type, props), key);
}

/** The compiler calls this for an element with several children. */
export function jsxs(type: ElementType, props: object, key?: Key): ReactElement {
  const wrapped: { readonly children?: unknown } = wrapText(type, props);
  return (Array.isArray(wrapped.children) ? createParent : createElement)(type, wrapped, key);
}

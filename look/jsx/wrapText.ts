import type { ElementType } from 'react';
import { Fragment, jsx } from 'react/jsx-runtime';

type Props = { readonly children?: unknown };

/** An inline element without a meaning or a style of its own, which no selector of a style sheet matches by accident. */
const TEXT_ELEMENT: string = 'text-run';
/** Elements whose content is text: markup within them is an error or is not drawn. */
const TEXT_ONLY: ReadonlySet<unknown> = new Set(['option', 'title', 'textarea', 'style', 'script', 'text', 'tspan']);

/**
 * Returns the props with an element around each text that has siblings. Browsers translate a page by moving its text nodes into
 * elements of their own: React then fails to remove such a node, and its updates change a node that is no longer shown. Text that
 * is the only child of its element is safe: React replaces all that the element contains
 * (https://github.com/facebook/react/issues/11538).
 *
 * Adjacent texts become one, as they are one in the layout. Every other child keeps its position, and with it its state.
 */
export function wrapText<Given extends Props>(type: ElementType, props: Given): Given {
  const { children } = props;
  if (!Array.isArray(children)) {
    return type === Fragment && isText(children) ? { ...props, children: wrapChild(children) } : props;
  }
  if (!children.some(isText)) return props;
  if (children.every(isText)) {
    const whole = children.join('');
    return { ...props, children: type === Fragment ? wrapChild(whole) : whole };
  }
  return TEXT_ONLY.has(type) ? props : { ...props, children: separateTexts(children) };
}

function separateTexts(children: readonly unknown[]): unknown[] {
  const separate: unknown[] = [];
  let firstText = -1;
  for (const [index, child] of children.entries()) {
    if (!isText(child)) {
      firstText = -1;
      separate.push(child);
    } else if (firstText < 0) {
      firstText = index;
      separate.push(child);
    } else {
      separate[firstText] = `${String(separate[firstText])}${child}`;
      separate.push(null);
    }
  }
  return separate.map((child) => (isText(child) ? wrapChild(child) : child));
}

function wrapChild(child: string | number): unknown {
  return child === '' ? null : jsx(TEXT_ELEMENT as ElementType, { children: child });
}

function isText(child: unknown): child is string | number {
  return typeof child === 'string' || typeof child === 'number';
}

import { createElement, type ElementType, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { jsx, jsxs } from './jsx-runtime.ts';

const draw = (children: unknown, type: ElementType = 'p') => {
  const element = Array.isArray(children) ? jsxs(type, { children }) : jsx(type, { children });
  return renderToStaticMarkup(element);
};
const icon = createElement('i');

describe('text in an element', () => {
  test.each([
    ['as the only child is not wrapped', 'Pay', '<p>Pay</p>'],
    ['next to an element is wrapped', [icon, 'Pay'], '<p><i></i><text-run>Pay</text-run></p>'],
    ['next to a number is one text', ['Step ', 3], '<p>Step 3</p>'],
    ['next to a number and an element is one text', ['Step ', 3, icon], '<p><text-run>Step 3</text-run><i></i></p>'],
    [
      'on both sides of an element is wrapped twice',
      ['a', icon, 'b'],
      '<p><text-run>a</text-run><i></i><text-run>b</text-run></p>',
    ],
    ['that is empty draws nothing', ['', icon], '<p><i></i></p>'],
    ['next to an absent child is wrapped', [false, 'Pay'], '<p><text-run>Pay</text-run></p>'],
    ['that is zero is drawn', [0, icon], '<p><text-run>0</text-run><i></i></p>'],
  ])('%s', (_, children, markup) => {
    expect(draw(children)).toBe(markup);
  });

  test('in a fragment is wrapped, because the fragment may have siblings', () => {
    expect(draw('Pay', Fragment)).toBe('<text-run>Pay</text-run>');
    expect(draw(['Pay', ' now'], Fragment)).toBe('<text-run>Pay now</text-run>');
  });

  test('in an element that contains only text is not wrapped', () => {
    expect(draw(['Slipway', ' · ', 'Buy'], 'title')).toBe('<title>Slipway · Buy</title>');
  });

  test('keeps every other child at its position', () => {
    const { children } = (jsxs('p', { children: ['a', 'b', icon] }) as { props: { children: unknown[] } }).props;
    expect(children.indexOf(icon)).toBe(2);
  });
});

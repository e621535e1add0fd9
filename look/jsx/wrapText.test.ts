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
    ['alone stays as it is', 'Pay', '<p>Pay</p>'],
    ['beside an element gets an element', [icon, 'Pay'], '<p><i></i><text-run>Pay</text-run></p>'],
    ['beside a number is one text', ['Step ', 3], '<p>Step 3</p>'],
    ['beside a number and an element is one text', ['Step ', 3, icon], '<p><text-run>Step 3</text-run><i></i></p>'],
    [
      'on both sides of an element is two',
      ['a', icon, 'b'],
      '<p><text-run>a</text-run><i></i><text-run>b</text-run></p>',
    ],
    ['that is empty draws nothing', ['', icon], '<p><i></i></p>'],
    ['beside what is absent gets an element', [false, 'Pay'], '<p><text-run>Pay</text-run></p>'],
    ['that is zero is drawn', [0, icon], '<p><text-run>0</text-run><i></i></p>'],
  ])('%s', (_, children, markup) => {
    expect(draw(children)).toBe(markup);
  });

  test('in a fragment has an element, since the fragment may have siblings', () => {
    expect(draw('Pay', Fragment)).toBe('<text-run>Pay</text-run>');
    expect(draw(['Pay', ' now'], Fragment)).toBe('<text-run>Pay now</text-run>');
  });

  test('in an element of text alone gets none', () => {
    expect(draw(['Slipway', ' · ', 'Buy'], 'title')).toBe('<title>Slipway · Buy</title>');
  });

  test('leaves every other child at its position', () => {
    const { children } = (jsxs('p', { children: ['a', 'b', icon] }) as { props: { children: unknown[] } }).props;
    expect(children.indexOf(icon)).toBe(2);
  });
});

import { expect, test } from 'vitest';
import { extractStyleSheet } from './extractStyleSheet.ts';

test('replaces inline styles by classes, equal styles by the same class', () => {
  const { markups, rules } = extractStyleSheet([
    '<p class="a" style="width:1px">x</p><i style="height:2px" class="b" data-x=""></i>',
    '<b style="width:1px">style="no attribute"</b>',
  ]);
  expect(markups).toEqual([
    '<p class="first-style-1 a">x</p><i class="first-style-2 b" data-x=""></i>',
    '<b class="first-style-1">style="no attribute"</b>',
  ]);
  expect(rules).toBe('.first-style-1{width:1px}.first-style-2{height:2px}');
});

test('keeps markup without styles unchanged', () => {
  expect(extractStyleSheet(['<p>x</p>'])).toEqual({ markups: ['<p>x</p>'], rules: '' });
});

import { describe, expect, test } from 'vitest';
import { computeRelativeLuminance, readPluginColors } from './pluginColors.ts';

function read(given: Record<string, string>) {
  const { properties, theme } = readPluginColors(`?${new URLSearchParams(given)}`);
  return { ...Object.fromEntries(properties), theme };
}

describe('the six colours', () => {
  test('set the page’s CSS properties', () => {
    expect(
      read({
        'plugin-color-text-1': '#F5F0E3',
        'plugin-color-text-2': '#afc0b6',
        'plugin-prompt-color-text': '#fb5',
        'plugin-color-button': '#f0be5eff',
        'plugin-color-button-text': '#221803',
        'plugin-color-background': '#10261f',
      }),
    ).toEqual({
      '--ink': '#f5f0e3',
      '--ink-2': '#afc0b6',
      '--prompt': '#fb5',
      '--tide': '#f0be5eff',
      '--tide-ink': '#221803',
      '--card': '#10261f',
      theme: 'dark',
    });
  });

  test.each([
    'red',
    '',
    '#',
    '#12',
    '#1234',
    '#12345',
    '#1234567',
    '#123456789',
    '#ggg',
    ' #fff',
    '#fff ',
    '#fff\n',
    '#fff;background:url(https://evil.example)',
    'url(https://evil.example)',
    'var(--bad)',
    'rgb(0,0,0)',
    'expression(alert(1))',
    '#ffffff</style><script>',
    '#１２３',
  ])('ignore the invalid value %j', (color) => {
    expect(read({ 'plugin-color-button': color })).toEqual({ theme: null });
  });

  test('ignore other parameters', () => {
    expect(read({ 'plugin-color-line': '#fff', '--ink': '#fff', constructor: '#fff' })).toEqual({ theme: null });
  });

  test('use the first of two values', () => {
    expect(readPluginColors('?plugin-color-button=%23111&plugin-color-button=%23222').properties.get('--tide')).toBe(
      '#111',
    );
  });
});

describe('the theme of colours that a partner does not set', () => {
  test.each([
    ['#fff', 'light'],
    ['#fff6f2', 'light'],
    ['#10261f', 'dark'],
    ['#0000ff', 'dark'],
    ['#ffff00', 'light'],
  ])('for the background %s is %s', (background, theme) => {
    expect(read({ 'plugin-color-background': background }).theme).toBe(theme);
  });

  test('follows the text’s colour if the background is missing or transparent', () => {
    expect(read({ 'plugin-color-text-1': '#fff' }).theme).toBe('dark');
    expect(read({ 'plugin-color-text-1': '#111' }).theme).toBe('light');
    expect(read({ 'plugin-color-text-1': '#fff', 'plugin-color-background': '#ffffff00' }).theme).toBe('dark');
    expect(read({ 'plugin-color-button': '#123' }).theme).toBeNull();
  });

  test('is based on the luminance that WCAG defines', () => {
    expect(computeRelativeLuminance('#ffffff')).toBeCloseTo(1, 6);
    expect(computeRelativeLuminance('#000')).toBe(0);
    expect(computeRelativeLuminance('#808080')).toBeCloseTo(0.2159, 3);
  });
});

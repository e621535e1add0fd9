import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { parseCommandLine } from './parseCommandLine.ts';

const OPTION = /--([a-z-]+)(\]?)/g;

test.each(Object.entries(commands))('accepts each option that the usage of %s names', (name, { usage }) => {
  for (const [, option = '', closed] of usage.matchAll(OPTION)) {
    const typed = closed === ']' ? [`--${option}`] : [`--${option}`, 'value'];
    expect(parseCommandLine([name, ...typed]).options).toEqual({ [option]: closed === ']' ? 'yes' : 'value' });
  }
});

test('refuses an option that no command has', () => {
  expect(() => parseCommandLine(['show', '--nothing', 'value'])).toThrow("Unknown option '--nothing'");
});

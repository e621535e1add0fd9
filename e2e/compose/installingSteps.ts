import { readFileSync } from 'node:fs';

const INSTALLING = new URL('../../docs/installing.md', import.meta.url);

/** The blocks of lines to be typed under one heading of docs/installing.md, as they stand there. */
export function installingSteps(heading: string): string[] {
  const [, section = ''] = readFileSync(INSTALLING, 'utf8').split(`## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/^```\n(.*?)^```$/gms)].map(([, lines = '']) => lines);
}

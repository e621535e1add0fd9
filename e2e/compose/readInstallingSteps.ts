import { readFileSync } from 'node:fs';

const INSTALLING = new URL('../../docs/installing.md', import.meta.url);

/** Returns the code blocks under one heading of docs/installing.md, unchanged. */
export function readInstallingSteps(heading: string): string[] {
  const sections = readFileSync(INSTALLING, 'utf8').split(/^(?=#{2,3} )/m);
  const matchingSection = sections.find((section) => section.split('\n', 1)[0]?.replace(/^#+ /, '') === heading);
  if (matchingSection === undefined) throw new Error(`docs/installing.md has no heading ${heading}`);
  return [...matchingSection.matchAll(/^```\n(.*?)^```$/gms)].map(([, lines = '']) => lines);
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What changes the process, or counts on a fresh one: modules and globals that are replaced, and a test that says so. */
const CHANGES_PROCESS = /\bvi\.(?:mock|spyOn|stub|useFakeTimers)|@ownProcess/;

/** The files of tests that must not share a process with others. */
export function testsOfOwnProcess(
  folder: string,
  { include, exclude }: { readonly include: readonly string[]; readonly exclude: readonly string[] },
): string[] {
  return globSync([...include], { cwd: folder, exclude: [...exclude] })
    .filter((file) => CHANGES_PROCESS.test(readFileSync(join(folder, file), 'utf8')))
    .toSorted();
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Marker of a test file that needs its own process because it relies on state that only a new process has. */
const OWN_PROCESS = /@ownProcess/;
/** Matches files that replace modules, globals, environment variables or the clock, or that rely on the state of new modules. */
const CHANGES_PROCESS = /\bvi\.(?:mock|spyOn|stub|useFakeTimers)|@ownModules/;

/** Groups of test files by what they may share. */
export type TestGroups = {
  /** Each file has its own process. */
  readonly ownProcess: string[];
  /** The files share a process, but each file evaluates its modules again: see restoreProcess.ts. */
  readonly ownModules: string[];
};

/** Returns the files that must not share a process, or its modules, with all others. */
export function groupTests(
  folder: string,
  { include, exclude }: { readonly include: readonly string[]; readonly exclude: readonly string[] },
): TestGroups {
  const groups: TestGroups = { ownProcess: [], ownModules: [] };
  for (const file of globSync([...include], { cwd: folder, exclude: [...exclude] }).toSorted()) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (OWN_PROCESS.test(text)) groups.ownProcess.push(file);
    else if (CHANGES_PROCESS.test(text)) groups.ownModules.push(file);
  }
  return groups;
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test file says so itself where no reset is enough: it counts on state that only a new process has. */
const OWN_PROCESS = /@ownProcess/;
/** Replaces modules, globals, environment variables or the clock, or says that it counts on the state of new modules. */
const CHANGES_PROCESS = /\bvi\.(?:mock|spyOn|stub|useFakeTimers)|@ownModules/;

/** Test files by what they may share with each other. */
export type TestGroups = {
  /** Each has a process for itself. */
  readonly ownProcess: string[];
  /** They share a process, each with modules that are evaluated for it: see restoreProcess.ts. */
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

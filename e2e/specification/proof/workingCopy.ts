import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Edit } from '../breaks/plannedBreak.ts';

/** Folders with builds. They are copied, so that a world of the copy builds only the parts that a break has changed. */
const BUILT_FOLDERS = ['web/dist', 'console/dist', 'console/partnerPages/dist', 'server/dist', 'docs/dist'];

/** A copy of the working tree in which product files may be broken. */
export type WorkingCopy = {
  readonly folder: string;
  /** Plants the edits, runs the action and restores the files. */
  readonly withEdits: <Result>(edits: readonly Edit[], action: () => Promise<Result>) => Promise<Result>;
};

/** Copies the tracked and new files of a project and links its dependencies, so that edits do not change the original. */
export function createWorkingCopy(project: string, folder: string): WorkingCopy {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  for (const file of execFileSync('git', list, { cwd: project, encoding: 'utf8' }).split('\0')) {
    // A deleted file is still listed.
    if (file === '' || !existsSync(join(project, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(project, file), join(folder, file));
  }
  for (const built of BUILT_FOLDERS)
    if (existsSync(join(project, built))) cpSync(join(project, built), join(folder, built), { recursive: true });
  linkDependencies(join(project, 'node_modules'), join(folder, 'node_modules'));
  linkDependencies(join(project, 'e2e/node_modules'), join(folder, 'e2e/node_modules'));
  return {
    folder,
    async withEdits(edits, action) {
      const originals = new Map(edits.map(({ file }) => [file, readFileSync(join(folder, file), 'utf8')]));
      try {
        for (const { file, find, replace } of edits) {
          const text = readFileSync(join(folder, file), 'utf8');
          if (!text.includes(find)) throw new Error(`${file} no longer has: ${find}`);
          writeFileSync(
            join(folder, file),
            text.replace(find, () => replace),
          );
        }
        return await action();
      } finally {
        for (const [file, text] of originals) writeFileSync(join(folder, file), text);
      }
    },
  };
}

/** Links each package. The product's own packages are relative links, which lead to the copy. Caches are not shared. */
function linkDependencies(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '@slipway') cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else if (!['.cache', '.vite', '.vite-temp'].includes(name)) symlinkSync(join(from, name), join(to, name));
  }
}

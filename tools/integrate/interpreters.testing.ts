import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Interpreter = {
  readonly language: 'Node' | 'Python' | 'PHP' | 'Go';
  /** The language name after the fence of a code block. */
  readonly fence: string;
  /** A command that succeeds if this machine can run the programs of the documentation. */
  readonly probe: readonly [string, ...string[]];
  /** Writes the program's files, compiles them if necessary, and returns the command that runs the program. */
  install(folder: string, sources: readonly string[]): Promise<readonly [string, ...string[]]>;
};

const createScriptInstaller = (program: string, extension: string): Interpreter['install'] => {
  return async (folder, sources) => {
    const file = join(folder, `program.${extension}`);
    await writeFile(file, sources.join('\n'));
    return [program, file];
  };
};

export const interpreters: readonly Interpreter[] = [
  {
    language: 'Node',
    fence: 'js',
    probe: [process.execPath, '-v'],
    install: createScriptInstaller(process.execPath, 'mjs'),
  },
  {
    language: 'Python',
    fence: 'python',
    probe: ['python3', '-c', 'import cryptography'],
    install: createScriptInstaller('python3', 'py'),
  },
  {
    language: 'PHP',
    fence: 'php',
    probe: ['php', '-r', 'sodium_crypto_sign_keypair();'],
    install: createScriptInstaller('php', 'php'),
  },
  {
    language: 'Go',
    fence: 'go',
    probe: ['go', 'version'],
    async install(folder, sources) {
      const files = sources.map((_, index) => join(folder, `source${index}.go`));
      for (const [index, file] of files.entries()) await writeFile(file, sources[index] ?? '');
      const program = join(folder, 'program');
      await run('go', ['build', '-o', program, ...files]);
      return [program];
    },
  },
];

export function isInstalled({ probe: [program, ...args] }: Interpreter): boolean {
  return spawnSync(program, args).status === 0;
}

import { execFile } from 'node:child_process';

/** Runs shell commands as an operator types them and returns their output. If one fails, throws an error with the output. */
export type RunShell = (lines: string) => Promise<string>;

const MAX_OUTPUT_BYTES = 64 * 2 ** 20;
const FAILURE_OUTPUT_CHARS = 4_000;

export function createShell(folder: string, environment: NodeJS.ProcessEnv): RunShell {
  return (lines) =>
    new Promise((resolve, reject) => {
      const options = { cwd: folder, env: environment, maxBuffer: MAX_OUTPUT_BYTES };
      const child = execFile('bash', ['-eu', '-o', 'pipefail', '-c', lines], options, (error, stdout, stderr) => {
        if (error) reject(new Error(`${lines}\n${`${stdout}\n${stderr}`.slice(-FAILURE_OUTPUT_CHARS)}`));
        else resolve(stdout);
      });
      child.stdin?.end();
    });
}

import { execFile } from 'node:child_process';

/** Runs lines as an operator types them; gives what they printed. Throws with all of it when one fails. */
export type Shell = (lines: string) => Promise<string>;

const LONGEST_OUTPUT = 64 * 2 ** 20;
const TOLD_OF_FAILURE = 4_000;

export function shellIn(folder: string, environment: NodeJS.ProcessEnv): Shell {
  return (lines) =>
    new Promise((resolve, reject) => {
      const options = { cwd: folder, env: environment, maxBuffer: LONGEST_OUTPUT };
      const child = execFile('bash', ['-eu', '-o', 'pipefail', '-c', lines], options, (error, stdout, stderr) => {
        if (error) reject(new Error(`${lines}\n${`${stdout}\n${stderr}`.slice(-TOLD_OF_FAILURE)}`));
        else resolve(stdout);
      });
      child.stdin?.end();
    });
}

import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const BENCHMARKS = fileURLToPath(new URL('../../BENCHMARKS.md', import.meta.url));

/** Where it was measured. */
export function machineLine(): string {
  const [processor] = cpus();
  const git = (...of: readonly string[]) => execFileSync('git', of, { encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain') === '' ? '' : ' and changes';
  return `Commit ${git('rev-parse', '--short', 'HEAD')}${changes}, ${cpus().length} processors (${processor?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}.`;
}

/** Writes a section of BENCHMARKS.md, in place of the one that has the same title; its date stands in its first line. */
export async function writeSection(title: string, lines: readonly string[]): Promise<void> {
  const before = await readFile(BENCHMARKS, 'utf8');
  const head = `## ${title}`;
  const section = [head, '', `${new Date().toISOString().slice(0, 10)}. ${lines.join('\n')}`, ''].join('\n');
  process.stdout.write(`${section}\n`);
  const parts = before.trimEnd().split(/\n(?=## )/);
  const at = parts.findIndex((part) => part === head || part.startsWith(`${head}\n`));
  const kept = at < 0 ? [...parts, section] : parts.with(at, section);
  await writeFile(BENCHMARKS, `${kept.map((part) => part.trimEnd()).join('\n\n')}\n`);
}

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { currentCommit } from '../../tools/proofs/currentCommit.ts';
import { fileName, withSection } from './sections.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BENCHMARKS = `${ROOT}BENCHMARKS.md`;
/** Folder for the raw figures of each section as JSON, which Git ignores. */
const RAW_FOLDER = `${ROOT}test-results/benchmarks`;
const TABLES_FOLDER = 'docs/benchmarks';

/** Describes the commit and the machine of the measurement. */
export function describeMachine(): string {
  const [processor] = cpus();
  return `Commit ${currentCommit(ROOT)}, ${cpus().length} processors (${processor?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}.`;
}

/**
 * Prints a section that starts with today's date and writes it to BENCHMARKS.md, in place of the section with the same title,
 * or at the end. Writes the raw figures, if given, to test-results/benchmarks, rounded to six significant digits.
 */
export async function writeSection(title: string, lines: readonly string[], raw?: unknown): Promise<void> {
  const dated = [`${today()}. ${lines[0] ?? ''}`, ...lines.slice(1)];
  process.stdout.write(`${[`## ${title}`, '', ...dated].join('\n')}\n`);
  await writeFile(BENCHMARKS, withSection(await readFile(BENCHMARKS, 'utf8'), title, dated));
  if (raw === undefined) return;
  await mkdir(RAW_FOLDER, { recursive: true });
  await writeFile(`${RAW_FOLDER}/${fileName(title)}.json`, `${JSON.stringify(raw, roundNumbers)}\n`);
}

/** Writes a table that is too long for BENCHMARKS.md into a separate page, and returns the line that links to it. */
export async function writeTable(title: string, command: string, table: readonly string[]): Promise<string> {
  const path = `${TABLES_FOLDER}/${fileName(title)}.md`;
  const page = [
    `# ${title}`,
    '',
    `<!-- Written by \`${command}\` -->`,
    '',
    `${today()}. ${describeMachine()}`,
    '',
    ...table,
  ];
  await mkdir(`${ROOT}${TABLES_FOLDER}`, { recursive: true });
  await writeFile(`${ROOT}${path}`, `${page.join('\n')}\n`);
  return `All of them: [${path}](${path}).`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function roundNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}

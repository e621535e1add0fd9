export type ProofRow = {
  /** Identifies the proof: a later run of the same proof replaces its row. */
  readonly name: string;
  readonly figures: string;
  readonly seed?: string;
  readonly result: string;
  /** Date and commit of the run. */
  readonly run: string;
  readonly machine: string;
};

const BEGIN = '<!-- Written by `npm run prove` -->';
const END = '<!-- end -->';
const HEAD = ['| proof | figures | seed | result | run | machine |', '| --- | --- | --- | --- | --- | --- |'];

/** Returns the page with the row of a proof added, or replaced if the page has one of that name. Rows are sorted by name. */
export function insertProof(page: string, { name, figures, seed = '', result, run, machine }: ProofRow): string {
  const [before, rest] = page.split(BEGIN, 2);
  const end = rest?.indexOf(END) ?? -1;
  if (before === undefined || rest === undefined || end < 0) throw new Error(`the page has no table after ${BEGIN}`);
  const rows = rest
    .slice(0, end)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !HEAD.includes(line));
  const row = `| ${[name, figures, seed, result, run, machine].map(toCell).join(' | ')} |`.replaceAll('|  |', '| |');
  const others = rows.filter((line) => !line.startsWith(`| ${toCell(name)} |`));
  const sorted = [...others, row].toSorted((a, b) => a.localeCompare(b, 'en'));
  return `${before}${BEGIN}\n\n${[...HEAD, ...sorted].join('\n')}\n\n${rest.slice(end)}`;
}

function toCell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ').trim();
}

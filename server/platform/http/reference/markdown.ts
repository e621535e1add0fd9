import { type Html, html } from './html.ts';

/**
 * The Markdown of our own document: headings of level 2, paragraphs, lists, tables, `code` and **strong**. Anything else
 * is text, and all of it is escaped.
 */
export function markdown(source: string): Html {
  const blocks = source.trim().split(/\n{2,}/);
  return html`${blocks.map((text, index) => block(text, titleAbove(blocks, index)))}`;
}

/** The heading under which a block stands. */
function titleAbove(blocks: readonly string[], index: number): string {
  const above = blocks.slice(0, index).findLast((text) => text.startsWith('## '));
  return above?.slice(3) ?? '';
}

function block(source: string, title: string): Html {
  const lines = source.split('\n');
  if (source.startsWith('## ')) return heading(source.slice(3));
  if (lines.every((line) => line.startsWith('- '))) {
    return html`<ul class="prose-list">${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`;
  }
  if (lines.every((line) => line.startsWith('|')) && lines.length > 2) return table(title, lines);
  return html`<p>${inline(lines.join(' '))}</p>`;
}

function heading(text: string): Html {
  return html`<h2 id="${anchorOf(text)}">${inline(text)}</h2>`;
}

/** Such as `who-calls` for "Who calls". */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The headings of a text, for a list of contents. */
export function headingsOf(source: string): string[] {
  return [...source.matchAll(/^## (.+)$/gm)].map(([, text = '']) => text);
}

/** Cells carry their column's name, for narrow screens where a row is a card; roles keep it a table there. */
function table(caption: string, [head = '', , ...rows]: readonly string[]): Html {
  const columns = cellsOf(head);
  return html`<table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th role="columnheader" scope="col">${inline(column)}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (row) =>
      html`<tr role="row">${cellsOf(row).map((cell, index) => html`<td role="cell" data-column="${columns[index]}">${inline(cell)}</td>`)}</tr>\n`,
  )}</tbody>
</table>`;
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Code and strong text inside a line. */
export function inline(text: string): Html {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/);
  return html`${parts.map((part, index) => {
    if (index % 2 === 0) return part;
    return part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`<strong>${part.slice(2, -2)}</strong>`;
  })}`;
}

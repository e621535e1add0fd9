/** Returns the page with a section of this title, in place of the present one, else at the end. */
export function withSection(page: string, title: string, lines: readonly string[]): string {
  const head = `## ${title}`;
  const section = [head, '', ...lines].join('\n');
  const parts = page.trimEnd().split(/\n(?=## )/);
  const at = parts.findIndex((part) => part === head || part.startsWith(`${head}\n`));
  const kept = at < 0 ? [...parts, section] : parts.with(at, section);
  return `${kept.map((part) => part.trimEnd()).join('\n\n')}\n`;
}

/** Returns the name of a file about a title: `the-console-in-a-browser`. */
export function fileName(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

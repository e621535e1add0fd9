/** Returns the page with a section that replaces the section of the same title, or is added at the end. */
export function withSection(page: string, title: string, lines: readonly string[]): string {
  const head = `## ${title}`;
  const section = [head, '', ...lines].join('\n');
  const parts = page.trimEnd().split(/\n(?=## )/);
  const at = parts.findIndex((part) => part === head || part.startsWith(`${head}\n`));
  const kept = at < 0 ? [...parts, section] : parts.with(at, section);
  return `${kept.map((part) => part.trimEnd()).join('\n\n')}\n`;
}

/** Returns a file name for a title: `the-console-in-a-browser`. */
export function fileName(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

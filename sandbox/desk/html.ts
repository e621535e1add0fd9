/** Finished markup. Any other value is escaped before it becomes part of a page. */
export type Markup = { readonly markup: string };

type MarkupPart = Markup | string | number | null | undefined | false | readonly MarkupPart[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

function render(part: MarkupPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  if ('markup' in part) return part.markup;
  return part.map(render).join('');
}

/**
 * Template tag that escapes values for content and quoted attributes. Undefined, null, `false` and empty lists render as
 * nothing.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return { markup: texts.map((text, index) => text + render(parts[index])).join('') };
}

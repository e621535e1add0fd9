/** Markup that is safe to send as it stands. Only `html` makes it, so nothing unescaped can pose as it. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Html = Markup;

/** Nothing is printed for `undefined` and `false`; a list is printed piece by piece. */
export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[];

/** A template whose values are escaped, in text and in quoted attributes alike. */
export function html(pieces: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Markup(pieces.map((piece, index) => piece + printed(values[index])).join(''));
}

function printed(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.toString();
  if (typeof value === 'object') return value.map(printed).join('');
  return escaped(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

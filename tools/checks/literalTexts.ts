import { type JSXAttribute, type Node, parseSync, Visitor } from 'oxc-parser';

/** What a person reads or hears, besides the text between tags. */
const TEXT_ATTRIBUTES = new Set(
  (
    'alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext aside caption cause description ' +
    'detail emptyText heading hint label message placeholder subtitle title'
  ).split(' '),
);

/** Names that are the same in every language. */
const NAMES = new Set(['Slipway', 'JSON']);

/** Words that a component would show in one language to everybody: they belong into web/i18n. One line each. */
export function literalTextFaults(file: string, source: string): string[] {
  const { program } = parseSync(file, source);
  const faults: string[] = [];
  const refuse = (node: Node, text: string) => {
    const words = text.trim().replaceAll(/\s+/g, ' ');
    if (!/\p{L}/u.test(words) || NAMES.has(words)) return;
    faults.push(`${file}:${source.slice(0, node.start).split('\n').length} literal text: ${words}`);
  };
  new Visitor({
    JSXText: (node) => refuse(node, node.value),
    JSXAttribute: (node) => {
      if (TEXT_ATTRIBUTES.has(nameOf(node)) && node.value) literalsIn(node.value, refuse);
    },
    JSXElement: (node) => {
      for (const child of node.children) if (child.type === 'JSXExpressionContainer') literalsIn(child, refuse);
    },
    JSXFragment: (node) => {
      for (const child of node.children) if (child.type === 'JSXExpressionContainer') literalsIn(child, refuse);
    },
  }).visit(program);
  return faults;
}

function nameOf({ name }: JSXAttribute): string {
  return name.type === 'JSXIdentifier' ? name.name : '';
}

/** The strings that an expression may come to: not those that it passes on to a function or compares with. */
function literalsIn(node: Node, found: (node: Node, text: string) => void): void {
  if (node.type === 'Literal' && typeof node.value === 'string') found(node, node.value);
  if (node.type === 'TemplateLiteral') found(node, node.quasis.map(({ value }) => value.raw).join(' '));
  for (const part of outcomesOf(node)) literalsIn(part, found);
}

function outcomesOf(node: Node): readonly Node[] {
  if (node.type === 'JSXExpressionContainer' || node.type === 'ParenthesizedExpression') return [node.expression];
  if (node.type === 'TSAsExpression') return [node.expression];
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate];
  const joins = node.type === 'LogicalExpression' || (node.type === 'BinaryExpression' && node.operator === '+');
  return joins ? [node.left, node.right] : [];
}

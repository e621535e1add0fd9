import { type JSXAttribute, type Node, parseSync, Visitor } from 'oxc-parser';

/** Attributes that are displayed or read aloud. */
const TEXT_ATTRIBUTES = new Set(
  (
    'alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext aside caption cause description ' +
    'detail emptyText heading hint label message placeholder subtitle title'
  ).split(' '),
);

/** Names that are not translated. */
const NAMES = new Set(['Slipway', 'JSON']);

/** Returns one line per text that a component would display untranslated; such texts belong in web/i18n. */
export function findLiteralTexts(file: string, source: string): string[] {
  const { program } = parseSync(file, source);
  const faults: string[] = [];
  const refuse = (node: Node, text: string) => {
    const literal = text.trim().replaceAll(/\s+/g, ' ');
    if (!/\p{L}/u.test(literal) || NAMES.has(literal)) return;
    faults.push(`${file}:${source.slice(0, node.start).split('\n').length} literal text: ${literal}`);
  };
  new Visitor({
    JSXText: (node) => refuse(node, node.value),
    JSXAttribute: (node) => {
      if (TEXT_ATTRIBUTES.has(readAttributeName(node)) && node.value) visitLiterals(node.value, refuse);
    },
    JSXElement: (node) => {
      for (const child of node.children) if (child.type === 'JSXExpressionContainer') visitLiterals(child, refuse);
    },
    JSXFragment: (node) => {
      for (const child of node.children) if (child.type === 'JSXExpressionContainer') visitLiterals(child, refuse);
    },
  }).visit(program);
  return faults;
}

function readAttributeName({ name }: JSXAttribute): string {
  return name.type === 'JSXIdentifier' ? name.name : '';
}

/** Calls `onText` for each string that an expression may evaluate to, but not for arguments of calls or operands of comparisons. */
function visitLiterals(node: Node, onText: (node: Node, text: string) => void): void {
  if (node.type === 'Literal' && typeof node.value === 'string') onText(node, node.value);
  if (node.type === 'TemplateLiteral') onText(node, node.quasis.map(({ value }) => value.raw).join(' '));
  for (const part of listOutcomes(node)) visitLiterals(part, onText);
}

function listOutcomes(node: Node): readonly Node[] {
  if (node.type === 'JSXExpressionContainer' || node.type === 'ParenthesizedExpression') return [node.expression];
  if (node.type === 'TSAsExpression') return [node.expression];
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate];
  const joins = node.type === 'LogicalExpression' || (node.type === 'BinaryExpression' && node.operator === '+');
  return joins ? [node.left, node.right] : [];
}

import {
  type CallExpression,
  isArrayLiteralExpression,
  isArrowFunction,
  isAwaitExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast';
import { type Checker, type Symbol as NamedSymbol, SymbolFlags, type Type } from 'typescript/unstable/sync';

/** Arguments of the functions that are being evaluated, by the id of their parameter's symbol. */
type Scope = ReadonlyMap<number, { readonly node: Node; readonly scope: Scope }>;

/** The statement has a fragment that is known only at run time. */
export class UnknownFragment extends Error {}

/**
 * Returns the text of a statement that the source composes with `sql` of sql-template-tag, with `$1`, `$2` … for its values.
 * It follows constants, functions and their arguments; it takes the first alternative of a condition and the first function
 * of a table. Unknown conditions become `true`. Throws {@link UnknownFragment} for any other unknown fragment.
 */
export function readSqlText(statement: Node, checker: Checker): string {
  let values = 0;
  const nextValue = () => `$${++values}`;

  function evaluate(node: Node, scope: Scope): string {
    if (isParenthesizedExpression(node) || isAwaitExpression(node)) return evaluate(node.expression, scope);
    if (isTaggedTemplateExpression(node)) return evaluateTemplate(node.template, scope);
    if (isConditionalExpression(node)) return evaluate(node.whenTrue, scope);
    if (isCallExpression(node)) return evaluateCall(node, scope);
    if (isIdentifier(node)) {
      if (resolveSymbol(node)?.name === 'empty') return '';
      const value = findValue(node, scope);
      if (value) return evaluate(value.node, value.scope);
    }
    throw new UnknownFragment(node.getText());
  }

  function evaluateTemplate(template: Node, scope: Scope): string {
    if (isNoSubstitutionTemplateLiteral(template)) return template.text;
    if (!isTemplateExpression(template)) throw new UnknownFragment(template.getText());
    const spans = template.templateSpans;
    const types = checker.getTypeAtLocation(spans.map(({ expression }) => expression));
    return spans.reduce((text, { expression, literal }, index) => {
      const value = isSqlType(types[index]) ? evaluateFragment(expression, scope, text) : nextValue();
      return `${text}${value}${literal.text}`;
    }, template.head.text);
  }

  function evaluateFragment(node: Node, scope: Scope, textBefore: string): string {
    try {
      return evaluate(node, scope);
    } catch (error) {
      if (error instanceof UnknownFragment && /\b(?:where|and)\s+\(?$/u.test(textBefore)) return 'true';
      throw error;
    }
  }

  function evaluateCall(call: CallExpression, scope: Scope): string {
    const [first, second] = call.arguments;
    const name = resolveSymbol(call.expression)?.name;
    if (name === 'raw' && first) return readString(first, scope);
    if (name === 'join' && first) return evaluateList(first, second ? readString(second, scope) : ',', scope);
    const called = findFunction(call.expression, scope);
    if (!called) throw new UnknownFragment(call.getText());
    const inner = new Map(scope);
    for (const [index, parameter] of called.parameters.entries()) {
      const argument = call.arguments[index] ?? parameter.initializer;
      const symbol = isIdentifier(parameter.name) ? checker.getSymbolAtLocation(parameter.name) : undefined;
      if (symbol && argument) inner.set(symbol.id, { node: argument, scope });
    }
    const result = findResult(called);
    if (!result) throw new UnknownFragment(call.getText());
    return evaluate(result, inner);
  }

  /** A list of unknown length becomes its first element. */
  function evaluateList(list: Node, separator: string, scope: Scope): string {
    if (isArrayLiteralExpression(list))
      return list.elements.map((element) => evaluateElement(element, scope)).join(separator);
    const isMapped =
      isCallExpression(list) && isPropertyAccessExpression(list.expression) && list.expression.name.text === 'map';
    const callback = isMapped ? list.arguments[0] : undefined;
    const element = callback && isArrowFunction(callback) ? findResult(callback) : undefined;
    return element ? evaluateElement(element, scope) : nextValue();
  }

  function evaluateElement(element: Node, scope: Scope): string {
    return isSqlType(checker.getTypeAtLocation(element)) ? evaluate(element, scope) : nextValue();
  }

  function readString(node: Node, scope: Scope): string {
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
    const value = isIdentifier(node) ? findValue(node, scope) : undefined;
    if (value) return readString(value.node, value.scope);
    throw new UnknownFragment(node.getText());
  }

  function findFunction(node: Node, scope: Scope) {
    if (isElementAccessExpression(node)) {
      const table = findValue(node.expression, scope)?.node;
      const [member] = table && isObjectLiteralExpression(table) ? table.properties : [];
      return member && isPropertyAssignment(member) && isArrowFunction(member.initializer)
        ? member.initializer
        : undefined;
    }
    const declaration = resolveSymbol(node)?.valueDeclaration?.resolve();
    const code = declaration && isVariableDeclaration(declaration) ? declaration.initializer : declaration;
    return code && (isArrowFunction(code) || isFunctionDeclaration(code)) ? code : undefined;
  }

  /** Returns the argument of a parameter, or the value with which a constant is declared. */
  function findValue(name: Node, scope: Scope): { readonly node: Node; readonly scope: Scope } | undefined {
    const symbol = resolveSymbol(name);
    const argument = symbol && scope.get(symbol.id);
    if (argument) return argument;
    const declaration = symbol?.valueDeclaration?.resolve();
    const isValue = declaration && (isVariableDeclaration(declaration) || isParameterDeclaration(declaration));
    return isValue && declaration.initializer ? { node: declaration.initializer, scope } : undefined;
  }

  function resolveSymbol(node: Node): NamedSymbol | undefined {
    const symbol = checker.getSymbolAtLocation(node);
    return symbol && (symbol.flags & SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
  }

  return evaluate(statement, new Map());
}

export function isSqlType(type: Type | undefined): boolean {
  if (type?.isUnionType()) return type.getTypes().some(isSqlType);
  return type?.getSymbol()?.name === 'Sql';
}

/** Returns the expression that a function returns: its body, or that of its last `return`. */
function findResult({ body }: { readonly body?: Node | undefined }): Node | undefined {
  if (!body || !isBlock(body)) return body;
  let result: Node | undefined;
  const visit = (node: Node): void => {
    if (isReturnStatement(node)) result = node.expression;
    else if (!isArrowFunction(node)) node.forEachChild(visit);
  };
  visit(body);
  return result;
}

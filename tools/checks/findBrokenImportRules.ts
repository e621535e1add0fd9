import type { Import } from './importGraph.ts';
import type { ImportRule } from './importRules.ts';

/** Returns one line for every import that a rule forbids. */
export function findBrokenImportRules(imports: readonly Import[], rules: readonly ImportRule[]): string[] {
  return rules.flatMap((rule) => {
    const from = new RegExp(rule.from);
    const notFrom = rule.notFrom === undefined ? undefined : new RegExp(rule.notFrom);
    return imports
      .filter((one) => from.test(one.from) && !notFrom?.test(one.from) && forbids(rule, one))
      .map((one) => `${one.from}:${one.line} imports ${one.specifier}: ${rule.name} (${rule.why})`);
  });
}

function forbids(rule: ImportRule, one: Import): boolean {
  const group = new RegExp(rule.from).exec(one.from)?.[1] ?? '';
  const matches = (pattern: string) => {
    const expression = new RegExp(pattern.replaceAll('$1', () => escapeForPattern(group)));
    return expression.test(one.to) || (one.specifier.startsWith('.') && expression.test(`relative:${one.to}`));
  };
  return matches(rule.to) && !(rule.except !== undefined && matches(rule.except));
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

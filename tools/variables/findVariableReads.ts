const NAME = '[A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|ROLE|PATH|CELLS?';
const ENVIRONMENT = String.raw`(?:process\.env|\b(?:environment|source|filled))`;

const MEMBER = new RegExp(String.raw`${ENVIRONMENT}(?:\.|\[')(${NAME})\b`, 'g');
const DESTRUCTURED = new RegExp(String.raw`\{([^{}]*)\} = ${ENVIRONMENT}\b`, 'g');
const READ = new RegExp(String.raw`\bread(?:<[^>]*>)?\('(${NAME})'`, 'g');

const SCHEMA = new RegExp(String.raw`^\s+(${NAME}): z\b`, 'gm');

/** Returns the names of the variables that a source reads from an environment. */
export function findVariableReads(source: string): string[] {
  const members = [...source.matchAll(MEMBER), ...source.matchAll(READ), ...source.matchAll(SCHEMA)].map(
    ([, name = '']) => name,
  );
  const taken = [...source.matchAll(DESTRUCTURED)].flatMap(([, fields = '']) =>
    [...fields.matchAll(new RegExp(String.raw`(?:^|,)\s*(${NAME})\b`, 'g'))].map(([, name = '']) => name),
  );
  return [...members, ...taken];
}

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { generateOpenApiDocument, generatePartnerDocument } from '../../server/openapi/generateOpenApiDocument.ts';

/** `node tools/checks/checkOpenApi.ts` from the project's root: prints each fault of the documents; if any, exits with 1. */
const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // Requests for liveness and the language lists have no input that could be invalid.
    'operation-4xx-response': 'off',
    'operation-operationId-unique': 'error',
    'operation-tag-defined': 'error',
    'path-parameters-defined': 'error',
  },
});
for (const [file, document] of [
  ['openapi.json', generateOpenApiDocument('0.0.0')],
  ['openapi-partner.json', generatePartnerDocument('0.0.0')],
] as const) {
  const source = JSON.stringify(document, null, 2);
  const problems = await lintFromString({ source, absoluteRef: file, config });
  for (const { ruleId, message, location } of problems) {
    process.stderr.write(`${file} ${location[0]?.pointer ?? ''} ${message.split('\n', 1)[0]} (${ruleId})\n`);
  }
  process.stdout.write(`${file}: ${Buffer.byteLength(source)} bytes, ${problems.length} faults\n`);
  if (problems.length > 0) process.exitCode = 1;
}

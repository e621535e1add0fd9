import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '../../server/platform/http/openapi.ts';

/** `node tools/checks/checkOpenApi.ts` from the project's root: exit status 1 and a line for each fault of the document. */
const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // Liveness and the lists of languages are asked with nothing that could be wrong.
    'operation-4xx-response': 'off',
    'operation-operationId-unique': 'error',
    'operation-tag-defined': 'error',
    'path-parameters-defined': 'error',
  },
});
const source = JSON.stringify(openApiDocument('0.0.0'), null, 2);
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
for (const { ruleId, message, location } of problems) {
  process.stderr.write(`${location[0]?.pointer ?? ''} ${message.split('\n', 1)[0]} (${ruleId})\n`);
}
process.stdout.write(`${Buffer.byteLength(source)} bytes, ${problems.length} faults\n`);
if (problems.length > 0) process.exitCode = 1;

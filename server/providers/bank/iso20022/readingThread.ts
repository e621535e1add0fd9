import { parentPort, workerData } from 'node:worker_threads';
import { readBankFile } from './bankFile.ts';
import { partsOf } from './readingParts.ts';

// A thread of its own, which `readBeside` starts for one file: it reads the bytes, and gives a part each time it is asked.
const parts = partsOf(readBankFile(workerData as Uint8Array));
parentPort?.on('message', () => parentPort?.postMessage(parts.next().value));

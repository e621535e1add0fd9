import { parentPort, workerData } from 'node:worker_threads';
import { readBankFile } from './bankFile.ts';
import { splitResult } from './resultParts.ts';

// Worker thread that `readInWorkerThread` starts for one file: reads the bytes, and answers each message with the next part.
const parts = splitResult(readBankFile(workerData as Uint8Array));
parentPort?.on('message', () => parentPort?.postMessage(parts.next().value));

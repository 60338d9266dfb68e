import { workerData } from 'node:worker_threads';
import { doWork } from '../threads/do-work.ts';
import { BUSY_MS, openToWrite } from './sqlite-file.ts';
import { doWrite, type SqliteWrite } from './sqlite-write.ts';

const file = openToWrite(workerData, BUSY_MS);

doWork((work: SqliteWrite) => doWrite(file, work));

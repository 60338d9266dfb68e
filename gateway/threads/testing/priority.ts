import { getPriority } from 'node:os';
import { doWork } from '../do-work.ts';

/** Answers the niceness of its thread. */
doWork(() => getPriority(0));

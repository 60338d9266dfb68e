/**
 * Megabytes for new objects of a thread that makes answers. V8's own choice is meant for a main thread: each busy thread
 * would take 67 MB.
 */
export const ANSWERING_YOUNG_MB = 24;

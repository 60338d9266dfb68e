import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

// On one core, several threads that collect new objects together only interrupt each other.
if (availableParallelism() === 1) setFlagsFromString('--no-parallel-scavenge');

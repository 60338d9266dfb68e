import { setFlagsFromString } from 'node:v8';

// `npm start` sets the size of the space for new objects by a flag. The heap of this thread has that size by now. Left as
// it is, the flag would overrule what worker threads ask for, and each that works would take 33 MB instead of 4.
setFlagsFromString('--max-semi-space-size=0');

import { setFlagsFromString } from 'node:v8';

// `npm start` sets the size of the space for new objects by two flags: from the start, because most objects of a start
// stay, and a small space would copy them again and again. The heap of this thread has that size by now. Left as it is,
// the greatest size would overrule what worker threads ask for, and each that works would take 16 MB instead of 4. The
// least size stays: it lets a thread begin with what it asked for, and never with more.
setFlagsFromString('--max-semi-space-size=0');

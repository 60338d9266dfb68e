import '../../../plugins/sdk/loading/no-web-socket.ts';

/** The thread of one plugin: rehearses it and answers its calls, one after the other. */

// Node looks at the members of `node:http` before it runs this module, if a static import leads there.
await import('./answer-calls.ts');

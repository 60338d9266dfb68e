/**
 * Takes the classes of browsers from `node:http`, which neither the gateway nor the threads of plugins use.
 *
 * The first import of `node:http` reads each of its members. For these it loads undici and with it `node:http2`, which
 * takes 20 to 30 ms of processor time and 4 MB. The global classes of the same names remain.
 */
const http: object = process.getBuiltinModule('node:http');
for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) Reflect.deleteProperty(http, name);

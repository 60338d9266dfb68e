import './boot/compile-cache.js';
import './boot/new-space.ts';
import './boot/few-arenas.ts';
import '../plugins/sdk/loading/no-web-socket.ts';
import './boot/one-core.ts';

const { putThreadsOfV8InBackground } = await import('./threads/background.ts');
// Before other threads exist: all that do are V8's.
if (import.meta.main) putThreadsOfV8InBackground();

const { startPluginThreadAhead } = await import('./boot/plugin-thread-ahead.ts');
// `npm ci` imports this file only to have it compiled.
if (import.meta.main) startPluginThreadAhead();

const { createApp } = await import('./app.ts');
const { run } = await import('./boot/run.ts');
if (import.meta.main) await run(createApp);

import { registerHooks } from 'node:module';

/** What plugins outside the repository import, and where our own copy of it stands. */
const OWN_COPIES: Readonly<Record<string, string>> = {
  'vitalgate/plugin': new URL('../index.ts', import.meta.url).href,
  zod: import.meta.resolve('zod'),
};

let registered = false;

/**
 * Lets plugins outside the repository import `vitalgate/plugin` and `zod` without installing them, and makes sure that
 * they get the copies the gateway itself uses: a schema of another zod would not be recognised as one.
 */
export function resolveSdkForOutsiders(): void {
  if (registered) return;
  registered = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const own = OWN_COPIES[specifier];
      return own ? { url: own, shortCircuit: true } : nextResolve(specifier, context);
    },
  });
}

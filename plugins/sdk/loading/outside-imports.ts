import { registerHooks } from 'node:module';

const SDK = new URL('../index.ts', import.meta.url).href;
const KIT = new URL('../../../calculators/kit/index.ts', import.meta.url).href;

/** The modules that plugins outside the repository import, and the addresses of our own copies. */
const OWN_COPIES: Readonly<Record<string, string>> = {
  'vitalgate/plugin': SDK,
  '@vitalgate/plugin': SDK,
  '@vitalgate/calculators/kit': KIT,
  zod: import.meta.resolve('zod'),
};

let registered = false;

/**
 * Lets plugins outside the repository import the SDK and `zod` without installing them. They get the copies that the
 * gateway itself uses, because it would not recognise a schema of another zod.
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

import { z } from 'zod';
import {
  httpUrl,
  list,
  SERVICE_SECRETS_ALLOWED,
  serviceSecrets,
  type Variable,
  wholeNumber,
} from '../environment/variable.ts';

/** Every variable that a calculator service reads. A test compares docs/services.md with this table. */
export const SERVICE_VARIABLES = {
  SERVICE_PORT: {
    schema: wholeNumber(0, 65_535),
    fallback: '8090',
    allowed: 'a whole number from 0 to 65535; 0 takes any free port',
    about: 'Port of the service.',
  },
  SERVICE_HOST: {
    schema: z.string().min(1),
    fallback: '127.0.0.1',
    allowed: 'an address of this machine, or 0.0.0.0 for all',
    about: 'Address the service listens on. Keep it inside your network.',
  },
  SERVICE_SECRET: {
    schema: serviceSecrets,
    fallback: null,
    allowed: SERVICE_SECRETS_ALLOWED,
    about: "The gateway's: calls signed with it are answered. Needed unless SERVICE_UNSIGNED is answer.",
    secret: true,
  },
  SERVICE_UNSIGNED: {
    schema: z.enum(['refuse', 'answer']),
    fallback: 'refuse',
    allowed: 'refuse, answer',
    about: 'What becomes of a call without a valid signature: 401, or an answer with authenticated false.',
  },
  SERVICE_PLUGINS: {
    schema: list,
    fallback: '',
    allowed: 'names of plugins, separated by commas',
    about: 'Plugins to serve of those that are loaded. Default: all.',
  },
  PLUGINS: {
    schema: list,
    fallback: '',
    allowed: 'folders or npm packages, separated by commas',
    about: 'Plugins to load besides the built-in ones, as for the gateway.',
  },
  CLINICAL: {
    schema: z.enum(['on', 'off']),
    fallback: 'off',
    allowed: 'on, off',
    about: 'on also serves the clinical calculators, as for the gateway.',
  },
  PLUGINS_STRICT: {
    schema: z.enum(['on', 'off']),
    fallback: 'off',
    allowed: 'on, off',
    about: 'on refuses to start if any plugin is refused; by default the others start.',
  },
  PLUGINS_DIR: {
    schema: z.string().min(1),
    fallback: './data/plugins',
    allowed: 'a folder',
    about: 'Folder in which npm packages of PLUGINS are installed.',
  },
  BASE_URL: {
    schema: httpUrl,
    fallback: 'http://127.0.0.1:8080',
    allowed: 'an http or https address without query, such as https://api.example.com',
    about: 'Public address of the gateway, used in problem types.',
  },
} satisfies Readonly<Record<string, Variable>>;

import { z } from 'zod';

/** A name in a path, `body-fat`. */
export const kebabCase = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be kebab-case');

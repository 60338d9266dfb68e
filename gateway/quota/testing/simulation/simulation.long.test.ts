import { it } from 'vitest';
import { besideEmbedded } from './beside-embedded.ts';

it('leave the embedded store equal to the model', { timeout: 180_000 }, () => besideEmbedded(26, 300));

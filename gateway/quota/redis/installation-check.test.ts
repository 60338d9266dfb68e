import { expect, it } from 'vitest';
import { describeWithRedis } from '../../../test/support/servers.ts';
import { connectRedis } from './connection.ts';
import { checkInstallation } from './installation-check.ts';
import { INSTALLATION } from './keys.ts';
import { UnsuitableRedis } from './unsuitable-redis.ts';

describeWithRedis('the installation that Redis is part of', ({ url }) => {
  it('is the first one that asks, and no other until Redis loses its data', async () => {
    const redis = connectRedis(url);
    try {
      await redis.connect();
      await checkInstallation(redis, 'here');
      await checkInstallation(redis, 'here');
      await expect(checkInstallation(redis, 'there')).rejects.toThrow(UnsuitableRedis);
      await expect(checkInstallation(redis, 'there')).rejects.toThrow('npm run cli -- recover redis');
      await redis.del(INSTALLATION);
      await checkInstallation(redis, 'there');
    } finally {
      await redis.del(INSTALLATION);
      redis.disconnect();
    }
  });
});

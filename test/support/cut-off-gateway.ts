import { openRecords, type Records } from '../../gateway/records/records.ts';
import { type Forwarder, startForwarder } from './forwarder.ts';
import { startTestGateway, type TestGateway } from './in-process-gateway.ts';
import type { SharedServer } from './servers.ts';

/** Two gateways on the same stores. The lines between one of them and the stores can be silenced. */
export interface CutOffGateway {
  readonly elsewhere: TestGateway;
  readonly cutOff: TestGateway;
  readonly postgresLine: Forwarder;
  readonly redisLine: Forwarder;
  /** The records without a gateway: what is changed here, only gateways can copy to Redis. */
  readonly records: Records;
  stop(): Promise<void>;
}

/** @param environment more variables of both gateways */
export async function startCutOffGateway(
  postgres: SharedServer,
  redis: SharedServer,
  environment: Record<string, string> = {},
): Promise<CutOffGateway> {
  const [postgresLine, redisLine] = [await lineTo(postgres), await lineTo(redis)];
  const stores = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const elsewhere = await startTestGateway({ ...stores, ...environment });
  const lines = { DATABASE_URL: through(postgresLine, postgres), REDIS_URL: through(redisLine, redis) };
  const cutOff = await startTestGateway({ ...lines, ...environment });
  const records = await openRecords({ databaseUrl: postgres.url });
  return {
    elsewhere,
    cutOff,
    postgresLine,
    redisLine,
    records,
    async stop() {
      postgresLine.heal();
      redisLine.heal();
      await Promise.all([elsewhere.stop(), cutOff.stop(), records.close()]);
      await Promise.all([postgresLine.close(), redisLine.close()]);
    },
  };
}

function lineTo({ url }: SharedServer): Promise<Forwarder> {
  return startForwarder(Number(new URL(url).port));
}

function through({ port }: Forwarder, { url }: SharedServer): string {
  const line = new URL(url);
  line.port = String(port);
  return line.href;
}

import { openRecords } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from './customer.ts';
import { startTestGateway, type TestGateway } from './in-process-gateway.ts';
import { type ServicePlugin, servicePlugin } from './remote-service.ts';
import { TEST_SECRET } from './service.ts';

/** Enough for a test, and few enough that one charged call shows. */
const QUOTA = 100_000;

/** A gateway in the test's own process with some calculators answered by services of the test. */
export interface RemoteGateway extends TestGateway {
  /** A client with a quota. */
  readonly customer: Customer;
  /** Units charged to the client so far. */
  charged(): Promise<number>;
}

/** @param others sources of `PLUGINS` beside the services */
export async function startRemoteGateway(
  plugins: ServicePlugin | readonly ServicePlugin[],
  environment: Record<string, string> = {},
  others: readonly string[] = [],
): Promise<RemoteGateway> {
  const folders = [...[plugins].flat().map((plugin) => servicePlugin(plugin)), ...others];
  const gateway = await startTestGateway({
    SERVICE_SECRET: TEST_SECRET,
    PLUGINS: folders.join(),
    ...environment,
  });
  const records = await openRecords({ dataDir: gateway.dataDir });
  const customer = await newCustomer(records, { quota: QUOTA });
  return {
    ...gateway,
    customer,
    async charged() {
      return QUOTA - (await customer.left(gateway));
    },
    async stop() {
      await records.close();
      await gateway.stop();
    },
  };
}

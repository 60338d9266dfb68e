import { createServer } from 'node:http';
import { loadPlugins } from '../../plugins/sdk/loading/load.ts';
import { CLINICAL_PLUGIN } from '../../plugins/sdk/loading/sources.ts';
import { calculatorService } from '../../plugins/sdk/server/calculator-service.ts';
import { listenOn, SERVER_LIMITS } from '../../plugins/sdk/server/http-server.ts';
import { freePort } from './free-port.ts';
import { startTestGateway, type TestGateway } from './in-process-gateway.ts';
import { TEST_SECRET } from './service.ts';

/**
 * The two places where the calculators of a gateway can run. Callers must not notice a difference, so both are tested.
 */
export const MODES: readonly (readonly [name: string, start: typeof startGatewayWithService])[] = [
  ['in the gateway', startTestGateway],
  ['in a service', startGatewayWithService],
];

/** A gateway whose built-in calculators are answered by a service, with the secret and the clock of the gateway. */
async function startGatewayWithService(
  environment: Record<string, string> = {},
  clock = Date.now,
): Promise<TestGateway> {
  const port = await freePort();
  const { plugins } = await loadPlugins([CLINICAL_PLUGIN]);
  const failures: unknown[] = [];
  const service = createServer(
    SERVER_LIMITS,
    calculatorService({
      plugins,
      baseUrl: `http://127.0.0.1:${port}`,
      secrets: [TEST_SECRET],
      unsigned: 'refuse',
      now: clock,
      onError: (error) => failures.push(error),
    }),
  );
  const address = `http://127.0.0.1:${await listenOn(service, '127.0.0.1', 0)}`;
  const places = { PORT: String(port), CALCULATORS_URL: address, SERVICE_SECRET: TEST_SECRET };
  const gateway = await startTestGateway({ ...places, ...environment }, clock);
  return {
    ...gateway,
    async stop() {
      await gateway.stop();
      service.closeAllConnections();
      await new Promise((resolve) => service.close(resolve));
      if (failures.length > 0) throw new AggregateError(failures, 'the service failed');
    },
  };
}

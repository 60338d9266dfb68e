import { openRecords } from '../../../gateway/records/records.ts';
import { startTestGateway } from '../../support/in-process-gateway.ts';
import { keyRotationAttacks } from './key-rotation.suite.ts';

keyRotationAttacks(async () => {
  const gateway = await startTestGateway();
  const records = await openRecords({ dataDir: gateway.dataDir });
  return {
    gateways: [gateway],
    records,
    async stop() {
      await records.close();
      await gateway.stop();
    },
  };
});

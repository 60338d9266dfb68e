// The attack: an admin requests four exports and reads none. All places for exports were taken: no other tenant of the
// process got an export (503) while the sockets stayed open, which was forever.
import { slowExportReadersSuite } from './slow-export-readers.suite.ts';

slowExportReadersSuite(
  () => ({}),
  ({ dataDir }) => ({ dataDir }),
);

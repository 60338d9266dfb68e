// An admin asks for four exports and reads none of them. All places for exports were taken: no other tenant of the
// process got an export (503) for as long as the sockets stayed open, which was for ever.
import { slowExportReadersSuite } from './slow-export-readers.suite.ts';

slowExportReadersSuite(
  () => ({}),
  ({ dataDir }) => ({ dataDir }),
);

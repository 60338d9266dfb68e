import { InstallationDamaged } from '../../values/installation-damaged.ts';
import type { MissingRecords } from './segments.ts';

/** @throws InstallationDamaged always: it names the records, their place and the remedy */
export function journalDamaged({ path, at, first, last }: MissingRecords): never {
  const records = last === null ? `from ${first} on` : first === last ? `${first}` : `${first} to ${last}`;
  const fault =
    at === null ? `lacks the journal records ${records}` : `is damaged at byte ${at}, in journal record ${records}`;
  throw new InstallationDamaged(
    `${path} ${fault}. Calls that only these records hold would go uncounted. If no backup has them: npm run cli -- recover journal`,
  );
}

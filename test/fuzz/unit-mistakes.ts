import { usageBy } from '../../gateway/usage/report.ts';
import { monthOf } from '../../gateway/values/calendar.ts';
import type { World } from './world.ts';

/** Raw requests: the number with a result, and the number whose result may have been missed. */
export interface RawResults {
  readonly results: number;
  readonly silent: number;
}

/** Differences between the records of the stopped gateway and the units in its answers. */
export async function unitMistakes(
  world: World,
  promised: ReadonlyMap<string, number>,
  { results, silent }: RawResults,
): Promise<string[]> {
  const records = await world.openRecords();
  try {
    const charged = async (client: string) => {
      const lines = await usageBy(records.db, client, monthOf(Date.now()), 'day');
      return lines.reduce((sum, { units }) => sum + units, 0);
    };
    const wrong: string[] = [];
    for (const client of world.counted) {
      const units = await charged(client);
      const expected = promised.get(client) ?? 0;
      if (units !== expected) wrong.push(`${client} was charged ${units} units for ${expected} that it got`);
    }
    const units = await charged(world.raw.clientId);
    if (units < results || units > results + silent) wrong.push(`raw requests: ${units} units for ${results} results`);
    return wrong;
  } finally {
    await records.close();
  }
}

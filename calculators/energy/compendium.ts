import { OutsideValidity } from '../kit/index.ts';
import { MET_2011 } from './met-compendium-2011.ts';
import { MET_2024 } from './met-compendium-2024.ts';

/** Groups of activities in the Compendium, by the first two digits of a code. */
const GROUPS = {
  '01': 'bicycling',
  '02': 'conditioning',
  '03': 'dancing',
  '04': 'fishing_hunting',
  '05': 'home_activities',
  '06': 'home_repair',
  '07': 'inactivity',
  '08': 'lawn_garden',
  '09': 'miscellaneous',
  '10': 'music',
  '11': 'occupation',
  '12': 'running',
  '13': 'self_care',
  '14': 'sexual_activity',
  '15': 'sports',
  '16': 'transportation',
  '17': 'walking',
  '18': 'water_activities',
  '19': 'winter_activities',
  '20': 'religious_activities',
  '21': 'volunteer_activities',
  '22': 'video_games',
} as const;

type Group = (typeof GROUPS)[keyof typeof GROUPS];
export const ACTIVITY_GROUPS = Object.values(GROUPS) as [Group, ...Group[]];

/** Words for everyday activities, and the activities of the Compendium that they stand for. */
export const EVERYDAY: Readonly<Record<string, string>> = {
  walking: '17190',
  brisk_walking: '17200',
  hiking: '17080',
  stair_climbing: '17131',
  jogging: '12020',
  running: '12050',
  cycling: '01014',
  mountain_biking: '01009',
  stationary_cycling: '01200',
  swimming: '18240',
  rowing: '02071',
  elliptical: '02048',
  strength_training: '02054',
  circuit_training: '02035',
  hiit: '02210',
  aerobics: '02000',
  rope_skipping: '02068',
  yoga: '02175',
  pilates: '02105',
  dancing: '03025',
  boxing: '15110',
  martial_arts: '15430',
  // The word of most of the world for soccer.
  football: '15610',
  soccer: '15610',
  american_football: '15210',
  basketball: '15055',
  volleyball: '15720',
  tennis: '15675',
  badminton: '15030',
  table_tennis: '15660',
  golf: '15255',
  spinning: '01270',
  calisthenics: '02022',
  stretching: '02101',
  tai_chi: '15670',
  gymnastics: '15300',
  trampoline: '15700',
  water_aerobics: '18355',
  water_polo: '18360',
  canoeing: '18050',
  kayaking: '18100',
  surfing: '18220',
  windsurfing: '18380',
  sailing: '18120',
  snorkeling: '18210',
  scuba_diving: '18200',
  inline_skating: '15591',
  skateboarding: '15580',
  ice_skating: '19030',
  skiing: '19160',
  cross_country_skiing: '19090',
  snowshoeing: '19190',
  sledding: '19180',
  climbing: '15533',
  rugby: '15560',
  handball: '15330',
  field_hockey: '15350',
  ice_hockey: '15360',
  cricket: '15150',
  baseball: '15620',
  beach_volleyball: '15725',
  squash: '15652',
  fencing: '15200',
  bowling: '15092',
  housework: '05026',
  cooking: '05050',
  vacuuming: '05043',
  gardening: '08245',
  lawn_mowing: '08095',
  snow_shoveling: '19252',
};

export const EDITIONS = ['2024', '2011'] as const;
export type Edition = (typeof EDITIONS)[number];

/** An activity as an edition of the Compendium lists it. */
export interface Activity {
  readonly code: string;
  readonly group: Group;
  readonly met: number;
  readonly edition: Edition;
}

const TABLES: Readonly<Record<Edition, Readonly<Record<string, string>>>> = { 2024: MET_2024, 2011: MET_2011 };
const opened = new Map<Edition, ReadonlyMap<string, number>>();

/** The values of an edition by code. The table is parsed on first use. */
function valuesOf(edition: Edition): ReadonlyMap<string, number> {
  let values = opened.get(edition);
  if (!values) {
    values = new Map(
      Object.entries(TABLES[edition]).flatMap(([group, rows]) =>
        rows.split(', ').map((row): [string, number] => [group + row.slice(0, 3), Number(row.slice(4))]),
      ),
    );
    opened.set(edition, values);
  }
  return values;
}

/**
 * Looks up an activity by code or by word, in the given edition or else in the newest one that lists it.
 *
 * @throws OutsideValidity if no edition lists it, or not the given one
 */
export function findActivity(activity: string, wanted?: Edition): Activity {
  const code = Object.hasOwn(EVERYDAY, activity) ? EVERYDAY[activity] : activity;
  const editions = wanted === undefined ? EDITIONS : [wanted];
  for (const edition of editions) {
    const met = code === undefined ? undefined : valuesOf(edition).get(code);
    const group = Object.entries(GROUPS).find(([digits]) => code?.startsWith(digits))?.[1];
    if (code !== undefined && met !== undefined && group !== undefined) return { code, group, met, edition };
  }
  const known = EDITIONS.some((edition) => code !== undefined && valuesOf(edition).has(code));
  if (known && wanted !== undefined)
    throw new OutsideValidity('activity', 'calories-burned.other_edition', { edition: wanted });
  throw new OutsideValidity('activity', 'calories-burned.unknown_activity', {
    allowed: Object.keys(EVERYDAY).join(', '),
  });
}

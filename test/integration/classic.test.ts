import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { MODES } from '../support/modes.ts';

/** The answers of the older API, for every HTTP client. */
interface Got {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Consumer {
  get(path: string, parameters: Readonly<Record<string, string | number>>): Promise<Got>;
  post(path: string, data: Readonly<Record<string, string | number>>): Promise<Got>;
}

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const credentials = () => ({ 'X-API-Key': gateway.key });

const byFetch: Consumer = {
  async get(path, parameters) {
    const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
    return answerOf(await fetch(`${gateway.baseUrl}/classic/${path}?${query}`, { headers: credentials() }));
  },
  async post(path, data) {
    const headers = { ...credentials(), 'Content-Type': 'application/json' };
    const body = JSON.stringify(data);
    return answerOf(await fetch(`${gateway.baseUrl}/classic/${path}`, { method: 'POST', headers, body }));
  },
};

async function answerOf(response: Response): Promise<Got> {
  return { status: response.status, headers: new Map(response.headers), body: (await response.json()) as Got['body'] };
}

/** The defaults of axios in Node: its `Accept`, its `User-Agent`, `Accept-Encoding`, and JSON for an object. */
const AXIOS = {
  Accept: 'application/json, text/plain, */*',
  'User-Agent': 'axios/1.7.9',
  'Accept-Encoding': 'gzip, compress, deflate, br',
};
const likeAxios: Consumer = {
  get: (path, parameters) => {
    const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return viaHttp('GET', `${path}?${pairs.join('&')}`);
  },
  post: (path, data) => viaHttp('POST', path, JSON.stringify(data)),
};

function viaHttp(method: string, path: string, body?: string): Promise<Got> {
  const content = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': body.length };
  return new Promise((resolve, reject) => {
    const headers = { ...AXIOS, ...credentials(), ...content };
    const call = request(`${gateway.baseUrl}/classic/${path}`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const pairs = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
        resolve({ status: response.statusCode ?? 0, headers: new Map(pairs), body: JSON.parse(text) });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

const person = { gender: 'male', age: 34, height: 178, weight: 82 };
const sexed = { sex: 'male', age: 40, height: 178, weight: 80 };

/** Every row of the table of the older API: the call, and the members that its consumers read. */
const CALLS: readonly (readonly [method: 'get' | 'post', path: string, Record<string, string | number>, object])[] = [
  // 80 / 1.6² = 31.25; the older service printed 31.2.
  [
    'get',
    'bmi',
    { height: 160, weight: 80 },
    { bmi: '31.2 kg/m²', height: '1.6 m', weight: '80.0 kg', weight_status: 'Obese' },
  ],
  ['get', 'bmi', { height: 160, weight: 80, units: 'metric' }, { bmi: '31.2 kg/m²' }],
  // 80 / 0.45359237 = 176.37; 160 / 2.54 = 62.99
  [
    'get',
    'bmi',
    { height: 160, weight: 80, units: 'imperial' },
    { bmi: '31.2 kg/m²', height: '63.0 in', weight: '176.4 lb' },
  ],
  // 703.07 · 180 / 70² = 25.83
  [
    'get',
    'bmi/imperial',
    { weight: 180, height: 70 },
    { bmi: '25.8 kg/m²', height: '70.0 in', weight: '180.0 lb', weight_status: 'Overweight' },
  ],
  // 1.20 · 25 + 0.23 · 30 − 10.8 − 5.4 = 20.70
  [
    'get',
    'bodyfat',
    { gender: 'male', age: 30, height: 180, weight: 81 },
    {
      age: 30,
      bmi: '25.0 kg/m²',
      bodyfat: '20.70 %',
      bodyfat_status: 'Average',
      gender: 'male',
      height: '1.8 m',
      weight: '81.0 kg',
    },
  ],
  [
    'get',
    'bodyfat',
    { gender: 'male', age: 30, height: 180, weight: 81, unit: 'imperial' },
    { weight: '178.6 lb', height: '70.9 in' },
  ],
  // 1.20 · 25.827 + 6.9 − 16.2 = 21.69
  [
    'get',
    'bodyfat/imperial',
    { age: 30, weight: 180, gender: 'male', height: 70 },
    { age: 30, bodyfat: '21.69 %', gender: 'male' },
  ],
  // 495 / (1.0324 − 0.19077·log₁₀(48.26) + 0.15456·log₁₀(177.8)) − 450: in inches 34 − 15 and 70
  ['post', 'bodyfat/navy', { sex: 'male', age: 30, height: 70, waist: 34, neck: 15, hip: 0 }, { Navy_BFP: 17.43 }],
  // 680 + 1043.75 − 170 − 161 = 1392.75
  ['get', 'bmr', { weight: 68, height: 167, age: 34, gender: 'female' }, { bmr: '1392.75 kcal/day' }],
  // 447.593 + 628.796 + 517.366 − 147.22 = 1446.535
  [
    'get',
    'bmr',
    { weight: 68, height: 167, age: 34, gender: 'female', equation: 'harris' },
    { bmr: /^1446\.5[34] kcal\/day$/ },
  ],
  ['post', 'bmr/post', { weight: 68, height: 167, age: 34, gender: 'female' }, { bmr: '1392.75 kcal/day' }],
  // Harris-Benedict 1984: 88.362 + 1098.554 + 854.222 − 193.018 = 1848.12; · 1.2 − 500 = 1717.74
  [
    'get',
    'dcn',
    { ...person, activity_level: 'sedentary', goal: 'weight_loss' },
    { caloric_needs: { calories: '1717.74 kcal/day', equation: 'harris', goal: 'weight_loss' } },
  ],
  // 820 + 1112.5 − 170 + 5 = 1767.5; · 1.2 = 2121
  [
    'get',
    'dcn',
    { ...person, activity_level: 'sedentary', goal: 'maintenance', equation: 'mifflin' },
    { caloric_needs: { calories: '2121.0 kcal/day', equation: 'mifflin', goal: 'maintenance' } },
  ],
  // 64 · 0.030 = 1.92 L; / 0.0295735 = 64.92 oz; 64 · 0.035 + 0.5 = 2.74
  [
    'get',
    'dwi',
    { weight: 64, activity_level: 'sedentary', climate: 'normal' },
    { water_intake: '64.92', unit: 'ounces' },
  ],
  [
    'get',
    'dwi',
    { weight: 64, activity_level: 'extra_active', climate: 'hot', unit: 'liters' },
    { water_intake: '2.74', unit: 'liters' },
  ],
  // 220 − 30 = 190; · 0.6 = 114; · 0.85 = 161.5
  ['get', 'thr', { age: 30, fitness_level: 'intermediate' }, { thr_min: '114 bpm', thr_max: '162 bpm' }],
  ['post', 'thr/post', { age: 20, fitness_level: 'beginner' }, { thr_min: '100 bpm', thr_max: '140 bpm' }],
  [
    'get',
    'mnd',
    { activity_level: 'moderately_active', body_composition_goal: 'maintenance', dietary_preferences: 'no nuts' },
    { carbohydrates: '50%', fats: '30%', proteins: '20%' },
  ],
  [
    'get',
    'mnd',
    { activity_level: 'very_active', body_composition_goal: 'weight_loss', dietary_preferences: 'Keto' },
    { carbohydrates: '5%', fats: '75%', proteins: '20%' },
  ],
  // 45.5 · 0.9 at 5 ft; 45.5 by Devine
  ['get', 'ibw', { gender: 'female', height: 152.4, body_frame: 'small' }, { ideal_weight: '40.95 kg' }],
  [
    'get',
    'ibw',
    { gender: 'female', height: 152.4, body_frame: 'small', formula: 'devine' },
    { ideal_weight: '45.5 kg' },
  ],
  // 90 / 4 = 22.5; − 6.3 · 0.2 = 21.24
  [
    'get',
    'ffmi',
    { sex: 'male', height: 200, weight: 100, body_fat: 10 },
    {
      FFMI: '22.50 kg/m²',
      'Normalized FFMI': '21.24 kg/m²',
      'Fat-free mass': '90.0 kg',
      'Total body fat': '10.0 kg',
      Sex: 'Male',
      Unit: 'Metric',
    },
  ],
  [
    'post',
    'ffmi/post',
    { sex: 'female', height: 200, weight: 100, body_fat: 10, unit: 'metric', format: 'no' },
    { FFMI: 22.5, 'Normalized FFMI': 21.24, 'Fat-free mass': 90, 'Total body fat': 10, Sex: 'Female', Unit: 'Metric' },
  ],
  // The case of Krakauer's calculator: 0.08012, z −0.203
  [
    'get',
    'absi',
    { ...sexed, waist_circumference: 92, unit: 'metric' },
    { ABSI: 0.08012, 'ABSI z-score': -0.203, 'Mortality risk': 'Average', Sex: 'Male', Age: 40 },
  ],
  // 1.96^1.5 = 2.744; 109.76 / 2.744 − 18 = 22
  [
    'get',
    'bai',
    { sex: 'female', age: 30, hip: 109.76, height: 196 },
    {
      BAI: 22,
      'Adiposity Classification': 'Healthy',
      Sex: 'Female',
      Age: 30,
      'Hip Circumference': '109.76 cm',
      Height: '1.96 m',
    },
  ],
  // Robinson: 52 + 19 = 71; 71 + 0.4 · 30 = 83
  [
    'get',
    'ajbw',
    { sex: 'male', height: 177.8, weight: 101 },
    { AjBW: '83.0 kg', 'IBW (Robinson)': '71.0 kg', Sex: 'Male', Height: '1.778 m', Weight: '101.0 kg' },
  ],
  // 71 kg = 156.5 lb; 156.53 + 0.4 · 65.47 = 182.72
  [
    'post',
    'ajbw_imp/post',
    { sex: 'male', height: 70, weight: 222 },
    { AjBW: '182.7 lb', 'IBW (Robinson)': '156.5 lb', Sex: 'Male', Height: '70.0 in', Weight: '222.0 lb' },
  ],
  ['get', 'bfsi', { sex: 'male', height: 180, wrist: 17.5 }, { BFSI: 10.29, 'Frame Size': 'Medium', Sex: 'Male' }],
  // 28.7 · 6 − 46.7 = 125.5
  ['get', 'eag', { hba1c: 6 }, { 'eAG (mg/dL)': 125.5, 'HbA1c (%)': 6 }],
  // 662 − 381.2 + 1.11 · (1272.8 + 971.28) = 2771.73
  [
    'get',
    'eer',
    { gender: 'male', age: 40, height: 180, weight: 80, activity_level: 'lightly_active' },
    { EER: 2771.73, Gender: 'Male', Age: 40, Weight: 80, Height: 180, 'Activity Level': 'Lightly Active' },
  ],
  [
    'get',
    'tdee',
    { ...person, activity_level: 'moderately_active', equation: 'mifflin' },
    {
      TDEE: 2739.63,
      BMR: 1767.5,
      Gender: 'Male',
      Age: 34,
      Weight: 82,
      Height: 178,
      'Activity Level': 'Moderately Active',
    },
  ],
  // 81 · 5 / 405 = 1
  ['get', 'homa-ir-calculator', { glucose: 81, insulin: 5 }, { 'HOMA-IR': 1 }],
  ['post', 'cholesterol-ratio-calculator', { tc: 200, hdl: 50, ldl: 125 }, { 'TC/HDL': 4, 'LDL/HDL': 2.5 }],
  ['post', 'cholesterol-ratio-calculator', { tc: 200, hdl: 50, ldl: 125, tg: 150 }, { 'TG/HDL': 3 }],
  // 55 + 0.7 · (185 − 55) = 146
  [
    'get',
    'karvonen',
    { age: 35, resting_hr: 55 },
    { 'Target Heart Rate': expect.objectContaining({ '60-70%': '133-146 bpm' }) },
  ],
];

describe.each([
  ['fetch', byFetch],
  ['a client with the defaults of axios', likeAxios],
] as const)('a consumer of the older API by %s', (_name, consumer) => {
  it.each(CALLS)('%s %s %j', async (method, path, parameters, expected) => {
    const { status, headers, body } = await consumer[method](path, parameters);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json\b/);
    for (const [name, value] of Object.entries(expected)) {
      if (value instanceof RegExp) expect(body[name]).toMatch(value);
      else expect(body[name]).toEqual(value);
    }
    expect(body).not.toHaveProperty('language');
    expect(body).not.toHaveProperty('_api_metadata_');
  });

  it('reads a bad parameter as 400 with a message', async () => {
    const { status, headers, body } = await consumer.get('bmi', { weight: 80 });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(body).toEqual({ message: 'height is required.', error: 'height is required.' });
    expect(headers.has('x-gateway-error')).toBe(false);
  });
});

it('answers an unknown path with 404 and a message', async () => {
  const response = await gateway.get('/classic/body-recomposition?weight=80');
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('no endpoint') });
});

it('answers a call without a key with 401 in the classic format', async () => {
  const response = await gateway.get('/classic/bmi?height=160&weight=80', {});
  expect(response.status).toBe(401);
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
  expect(response.headers.get('x-gateway-error')).toBe('invalid-credential');
  expect(Object.keys((await response.json()) as object)).toEqual(['message', 'error']);
});

it.each([
  ['/classic/bmi?height=160&weight=heavy', 'weight must be a number.'],
  ['/classic/bmi?height=160&weight=5000', 'weight must be at most 650 kg.'],
  ['/classic/bmi/imperial?height=70&weight=5000', 'weight must be at most 1433 lb.'],
  ['/classic/bmi?height=160&weight=80&weight=81', 'weight is given more than once.'],
  ['/classic/bmr?weight=68&height=167&age=34&gender=other', 'gender must be one of: male, female.'],
  ['/classic/ajbw?sex=male&height=177.8&weight=60', /weight/],
  ['/classic/absi?sex=male&age=40&height=178&weight=80&waist_circumference=2', /^waist_circumference must be at least/],
  ['/classic/bmi?height=%ff&weight=80', /query/],
])('describes in one sentence the mistake in %s', async (path, message) => {
  const response = await gateway.get(path);
  expect(response.status).toBe(400);
  const { message: told } = (await response.json()) as { message: string };
  if (typeof message === 'string') expect(told).toBe(message);
  else expect(told).toMatch(message);
});

it('ignores unknown parameters, lang and Accept-Language included', async () => {
  const path = '/classic/bmi?height=160&weight=80&lang=de&utm_source=app';
  const response = await gateway.get(path, { 'X-API-Key': gateway.key, 'Accept-Language': 'de' });
  expect(await response.json()).toMatchObject({ weight_status: 'Obese' });
});

it('accepts a form in place of JSON, and numbers as texts', async () => {
  const response = await fetch(`${gateway.baseUrl}/classic/thr/post`, {
    method: 'POST',
    headers: { 'X-API-Key': gateway.key },
    body: new URLSearchParams({ age: '30', fitness_level: 'Intermediate' }),
  });
  expect(await response.json()).toEqual({ thr_min: '114 bpm', thr_max: '162 bpm' });
});

it('answers a wrong method with 405, and invalid JSON with 400', async () => {
  expect((await gateway.post('/classic/bmi', {})).status).toBe(405);
  expect((await gateway.post('/classic/bmr/post', '{')).status).toBe(400);
});

it('answers endpoints without a documented format like v1', async () => {
  // 65 kg at 168 cm by Mosteller: √(65 · 168 / 3600) = 1.7416
  const input = { weight: 65, height: 168 };
  expect((await byFetch.get('bsa', input)).body).toEqual({ body_surface_area_m2: 1.742 });
  expect((await byFetch.post('bsa/post', input)).body).toEqual({ body_surface_area_m2: 1.742 });
  const { status, body } = await byFetch.get('lbm', { weight: 65, height: 'tall', gender: 'male' });
  expect(status).toBe(400);
  expect(body.message).toMatch(/^height must be a number/);
});

it('answers the same if its calculators run in a service', async () => {
  const [, [, start] = []] = MODES;
  const remote = await start?.();
  if (!remote) throw new Error('there is a gateway with a service');
  const asked = [
    '/classic/bmi?height=160&weight=80',
    '/classic/bmi?weight=80',
    '/classic/bmi?height=%ff&weight=80',
    '/classic/bodyfat/imperial?age=30&weight=180&gender=male&height=70',
    '/classic/nothing',
  ];
  for (const path of asked) {
    const [here, there] = await Promise.all([gateway.get(path), remote.get(path)]);
    const said = async (response: Response) => [
      response.status,
      response.headers.get('content-type'),
      await response.text(),
    ];
    expect(await said(there), path).toEqual(await said(here));
  }
  const large = 'x'.repeat(70_000);
  expect((await remote.post('/classic/bmr/post', { large })).status).toBe(400);
  await remote.stop();
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../gateway/accounts/clients/clients.ts';
import { changeKey } from '../../../gateway/accounts/keys/key-change.ts';
import { revokeKey } from '../../../gateway/accounts/keys/key-end.ts';
import { reportLeak } from '../../../gateway/accounts/keys/key-leak.ts';
import { rotateKey } from '../../../gateway/accounts/keys/key-rotate.ts';
import { createKey } from '../../../gateway/accounts/keys/keys.ts';
import type { LimitOverrides } from '../../../gateway/accounts/plans/limits.ts';
import { setPlan } from '../../../gateway/accounts/plans/plans.ts';
import type { Records } from '../../../gateway/records/records.ts';
import { actor } from '../../support/customer.ts';
import { TDEE } from '../../support/in-process-gateway.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** Gateways on the same stores, with their records. The attacker uses them in turn. */
export interface Installation {
  readonly gateways: readonly { readonly baseUrl: string; readonly dataDir: string }[];
  readonly records: Records;
  stop(): Promise<void>;
}

interface Key {
  readonly id: string;
  readonly text: string;
}

/**
 * Attacks on key rotation by a hostile client or by the finder of a key. A key with a cap of 5 that rotated itself five
 * times had 25 calls; a burst of 10 gave 210 calls in 0.2 s over 20 rotations; a successor that a finder had created
 * outlived the revocation of the leaked key; and a client could create keys without limit.
 */
export function keyRotationAttacks(start: () => Promise<Installation>): void {
  let installation: Installation;
  beforeAll(async () => {
    installation = await start();
  }, 60_000);
  afterAll(() => installation.stop(), 30_000);

  let turns = 0;
  const nextGateway = () => {
    turns += 1;
    const gateway = installation.gateways[turns % installation.gateways.length];
    if (gateway === undefined) throw new Error('no gateway');
    return gateway.baseUrl;
  };
  const call = async ({ text }: Key) => {
    const response = await fetch(nextGateway() + TDEE, { headers: { 'X-API-Key': text } });
    await response.arrayBuffer();
    return response.status;
  };
  const rotateByKey = async (key: Key, overlap_seconds = 0) => {
    const response = await fetch(`${nextGateway()}/platform/v1/keys/${key.id}/rotate`, {
      method: 'POST',
      headers: { 'X-API-Key': key.text, 'Content-Type': 'application/json' },
      body: JSON.stringify({ overlap_seconds }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const newKey = async (limits: LimitOverrides, settings: { cap?: number; rotatesItself?: boolean } = {}) => {
    const { records } = installation;
    const admin = { name: 'Ann', email: `ann${Math.random()}@example.com` };
    const { clientId } = await createClient(records, actor, { name: `Client ${Math.random()}`, plan: 'free', admin });
    await setPlan(records, actor, clientId, 'free', { mode: 'block', burst: null, quota: 1_000, ...limits });
    const anything = { expiresAt: null, calculators: null, cap: null, ...settings };
    const make = () =>
      createKey(records, actor, { clientId, userId: null, name: 'k', environment: 'live', ...anything });
    return { clientId, make, key: await make(), email: admin.email };
  };
  const isRefused = (key: Key) =>
    waitUntil('the end of the key', async () => ((await call(key)) === 401 ? true : undefined), 3_000);

  it('a key with a cap of 5 has 5 calls in all, however often it rotates itself', async () => {
    let { key }: { key: Key } = await newKey({}, { cap: 5, rotatesItself: true });
    const statuses: number[] = [];
    for (let rotations = 0; rotations < 5; rotations += 1) {
      for (let calls = 0; calls < 6; calls += 1) statuses.push(await call(key));
      const { status, body } = await rotateByKey(key);
      expect(status).toBe(201);
      key = { id: body.id, text: body.key };
    }
    expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(25).fill(429)]);
  });

  it('20 rotations at a burst of 10 admit 10 calls, not 210', async () => {
    let { key }: { key: Key } = await newKey({ burst: { q: 10, w: 36_000 } });
    let admitted = 0;
    for (let rotations = 0; rotations <= 20; rotations += 1) {
      const statuses = await Promise.all([1, 2, 3].map(() => call(key)));
      admitted += statuses.filter((status) => status === 200).length;
      // A developer who is signed in can do this.
      key = (await rotateKey(installation.records, actor, { keyId: key.id, overlap: 0 })).successor;
    }
    expect(admitted).toBe(10);
  });

  it('the finder of a leaked key cannot rotate it: a key rotates itself only if an admin has allowed it', async () => {
    const { key } = await newKey({});
    expect(await rotateByKey(key, 3_600)).toMatchObject({ status: 403, body: { code: 'session-required' } });
    expect(await call(key)).toBe(200);
  });

  it('the successor of a leaked key ends when the owner revokes the leaked key', async () => {
    const { key: leaked } = await newKey({}, { rotatesItself: true });
    const { body } = await rotateByKey(leaked);
    const finders = { id: body.id, text: body.key };
    expect(await call(finders)).toBe(200);
    await revokeKey(installation.records, actor, leaked.id);
    await isRefused(finders);
  });

  it('the successor of a leaked key ends when a scanner reports the leaked key', async () => {
    const { key: leaked } = await newKey({}, { rotatesItself: true });
    const { body } = await rotateByKey(leaked);
    const finders = { id: body.id, text: body.key };
    const report = { text: leaked.text, foundAt: null };
    expect(await call(finders)).toBe(200);
    expect(await reportLeak(installation.records, actor, async () => undefined, report)).toBe('revoked');
    await isRefused(finders);
  });

  it('the admin is mailed when a key rotates itself', async () => {
    const { key, email } = await newKey({}, { rotatesItself: true });
    expect((await rotateByKey(key)).status).toBe(201);
    const mails = await waitUntil('the mail', async () => {
      const found = installation.gateways.flatMap(({ dataDir }) => mailsTo(email, dataDir));
      return found.length > 0 ? found : undefined;
    });
    expect(mails).toEqual([expect.stringContaining('An API key rotated itself')]);
  });

  it('a third living key of a family is refused, even to two simultaneous rotations', async () => {
    const { key } = await newKey({}, { rotatesItself: true });
    const { body } = await rotateByKey(key, 3_600);
    const second = { id: body.id, text: body.key };
    const refused = { status: 409, body: { code: 'conflict', reason: 'two-keys-live' } };
    expect(await Promise.all([rotateByKey(second, 3_600), rotateByKey(second, 3_600)])).toMatchObject([
      refused,
      refused,
    ]);
    expect(await Promise.all([call(key), call(second)])).toEqual([200, 200]);
  });

  it('a lower cap also holds for the old key of a rotation', async () => {
    const { key } = await newKey({}, { cap: 9 });
    const { successor } = await rotateKey(installation.records, actor, { keyId: key.id, overlap: 3_600_000 });
    expect(await call(key)).toBe(200);
    await changeKey(installation.records, actor, successor.id, { cap: 1 });
    await waitUntil('the cap', async () => ((await call(key)) === 429 ? true : undefined), 3_000);
    expect(await call(successor)).toBe(429);
  });

  it('the 101st living key of a client is refused', async () => {
    const { make } = await newKey({});
    for (let made = 1; made < 100; made += 1) await make();
    await expect(make()).rejects.toMatchObject({ code: 'too-many-keys', values: { limit: 100 } });
  });
}

/** The texts of the mails sent to an address. */
function mailsTo(address: string, dataDir: string): string[] {
  const outbox = join(dataDir, 'outbox');
  if (!existsSync(outbox)) return [];
  // A mail that is being written has another name until it is whole.
  const files = readdirSync(outbox).filter((name) => name.endsWith('.txt'));
  const mails = files.map((file) => readFileSync(join(outbox, file), 'utf8'));
  return mails.filter((mail) => mail.includes(`To: ${address}`));
}

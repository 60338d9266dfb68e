import { call, downloadAddress } from './client.ts';
import type { Client } from './session.ts';

export function changeAccount(
  change: Partial<Pick<Client, 'name' | 'developer_usage' | 'developer_keys'>>,
): Promise<void> {
  return call('PATCH', 'client', { body: change });
}

/** The address of all data of the account, as one JSON file. */
export function exportAddress(): string {
  return downloadAddress('client/export');
}

/** @param confirm the name of the account, as typed by the user */
export function deleteAccount(confirm: string): Promise<void> {
  return call('POST', 'client/deletion', { body: { confirm } });
}

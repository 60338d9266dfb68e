import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { hashOf } from './content.ts';
import { type Encoding, encoded, encodingFor } from './encoding.ts';
import { type EncodedBody, REVALIDATED, sendEncoded } from './send.ts';

/** Forms of pages that one process keeps: about 10 KB each. */
const MOST_KEPT = 1_024;

const HTML = 'text/html; charset=utf-8';

/** Pages that are the same for everybody. Each is written and compressed once, and kept in its compressed form only. */
export class KeptPages {
  readonly #kept = new LRUCache<string, EncodedBody>({ max: MOST_KEPT });

  /**
   * Sends a page.
   *
   * @param key names the page and everything that it depends on, such as the language
   */
  send(req: Request, res: Response, key: string, write: () => string, type = HTML): void {
    const encoding = encodingFor(req);
    sendEncoded(res, this.#page(key, encoding, write, type), REVALIDATED);
  }

  /**
   * Sends a page that another thread writes.
   *
   * @param write returns `null` if there is no such page; nothing is then sent
   * @returns whether the page was sent
   */
  async sendLater(req: Request, res: Response, key: string, write: () => Promise<string | null>): Promise<boolean> {
    const encoding = encodingFor(req);
    const known = this.#kept.get(`${encoding} ${key}`);
    const text = known ? '' : await write();
    if (text === null) return false;
    sendEncoded(res, known ?? this.#keep(key, encoding, text, HTML), REVALIDATED);
    return true;
  }

  #page(key: string, encoding: Encoding, write: () => string, type: string): EncodedBody {
    return this.#kept.get(`${encoding} ${key}`) ?? this.#keep(key, encoding, write(), type);
  }

  #keep(key: string, encoding: Encoding, text: string, type: string): EncodedBody {
    const body = Buffer.from(text);
    const page = { type, encoding, body: encoded(body, encoding), hash: hashOf(body) };
    if (encoding !== 'identity') this.#kept.set(`${encoding} ${key}`, page);
    return page;
  }
}

/** Sends a page that only this answer shows, compressed. No cache keeps it. */
export function sendOnce(req: Request, res: Response, status: number, page: string): void {
  const body = Buffer.from(page);
  const encoding = encodingFor(req);
  res.status(status).vary('Accept-Encoding');
  res.set({ 'Content-Type': HTML, 'Cache-Control': 'no-store' });
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  const sent = encoded(body, encoding);
  res.send(Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength));
}

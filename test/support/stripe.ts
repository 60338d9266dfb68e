import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

/** One call of Stripe's API as it arrived. */
export interface StripeCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly form: Readonly<Record<string, string>>;
}

/** Stands in for Stripe's API, over real HTTP: checkout sessions and payment intents. */
export interface StripeStub {
  readonly url: string;
  readonly calls: readonly StripeCall[];
  /** Replaces the answers to calls until called with `null`. */
  answerWith(answer: ((res: ServerResponse) => void) | null): void;
  /** The payment in our records that an intent belongs to. */
  addIntent(id: string, payment: string): void;
  stop(): Promise<void>;
}

export async function startStripe(): Promise<StripeStub> {
  const calls: StripeCall[] = [];
  /** The same idempotency key gives the same session, as at Stripe. */
  const sessions = new Map<string, string>();
  const intents = new Map<string, string>();
  let other: ((res: ServerResponse) => void) | null = null;

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const { method = '', url: path = '', headers } = req;
    const idempotencyKey = headers['idempotency-key']?.toString();
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
    calls.push({ method, path, headers, form });
    if (other !== null) return other(res);
    res.setHeader('Content-Type', 'application/json');
    const intent = /^\/v1\/payment_intents\/(\w+)$/.exec(path)?.[1];
    if (intent !== undefined) {
      const payment = intents.get(intent);
      res.end(JSON.stringify({ id: intent, object: 'payment_intent', metadata: payment ? { payment } : {} }));
      return;
    }
    const session = sessions.get(idempotencyKey ?? '') ?? `cs_test_${sessions.size + 1}`;
    sessions.set(idempotencyKey ?? '', session);
    const page = `https://checkout.stripe.com/c/pay/${session}`;
    res.end(JSON.stringify({ id: session, object: 'checkout.session', url: page, payment_intent: null }));
  }

  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    answerWith: (answer) => {
      other = answer;
    },
    addIntent: (id, payment) => intents.set(id, payment),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

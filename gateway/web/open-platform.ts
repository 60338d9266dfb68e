import type { RequestHandler } from 'express';
import type { Cluster, Redis } from 'ioredis';
import type { ReporterKeys } from '../accounts/keys/leak-signature.ts';
import { openPayments, type PaymentsConfig } from '../billing/stripe/open-payments.ts';
import type { Config } from '../configuration/config.ts';
import { mailEnqueuer } from '../mail/queue.ts';
import type { Records } from '../records/records.ts';
import { type RetentionConfig, retentionOf } from '../records/retention.ts';
import { inOrder } from '../request/pipeline/in-order.ts';
import type { PipelineContext } from '../request/pipeline/pipeline-context.ts';
import { calculatorsByName } from '../request/routes/calculator-names.ts';
import { Exports } from './platform/exports.ts';
import { linkPages } from './platform/pages.ts';
import { permissions } from './platform/permissions.ts';
import { platformRouter } from './platform/router.ts';
import { PLATFORM_ROUTES } from './platform/routes/index.ts';
import { SignInThrottle } from './platform/sign-in-throttle.ts';
import { StrangerMails } from './platform/stranger-mails.ts';

export interface PlatformOptions {
  readonly config: Pick<Config, 'PLATFORM' | 'SIGNUP' | 'LEAK_REPORTERS_FILE' | 'MAILS_PER_DAY' | 'SMTP_URL'> &
    RetentionConfig &
    PaymentsConfig;
  readonly context: PipelineContext;
  readonly records: Records;
  readonly redis: Redis | Cluster | undefined;
  /** See {@link PlatformServices.usageAsOf}. */
  readonly usageAsOf: () => number;
  /** Units of a month that leases of a client hold and that are not reported yet. May reject. */
  readonly unitsHeld: (client: string, month: string) => Promise<number>;
  /** Logs a warning for the operator. */
  readonly warn: (facts: object, message: string) => void;
  /** See {@link PlatformServices.leakReporters}. */
  readonly leakReporters: ReporterKeys | null;
}

/** Opens the API behind the dashboard, and the pages behind mailed links. */
export function openPlatform({
  config,
  context,
  records,
  redis,
  usageAsOf,
  unitsHeld,
  warn,
  leakReporters,
}: PlatformOptions): RequestHandler {
  const enqueueMail = mailEnqueuer(context.clock);
  const perDay = config.MAILS_PER_DAY;
  const services = {
    records,
    enqueueMail,
    strangers: new StrangerMails({
      enqueueMail,
      clock: context.clock,
      perDay,
      onRefused: () => {
        context.meter.refusedMails += 1;
      },
      alert: (client) => warn({ client, limit: perDay }, 'an account has reached its daily limit of mails'),
    }),
    baseUrl: context.baseUrl,
    signup: config.SIGNUP,
    outbox: config.SMTP_URL === null,
    calculators: () => calculatorsByName(context.routes.current.plugins),
    marketplaces: context.marketplaces.all,
    permissions: permissions(PLATFORM_ROUTES),
    payments: openPayments(config, context.baseUrl),
    idempotency: context.idempotency,
    throttle: new SignInThrottle(redis),
    exports: new Exports(redis),
    retention: retentionOf(config),
    usageAsOf,
    unitsHeld: (client: string, month: string) => unitsHeld(client, month).catch(() => null),
    leakReporters,
  };
  return inOrder(platformRouter(context, services, PLATFORM_ROUTES), linkPages());
}

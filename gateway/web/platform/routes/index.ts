import type { PlatformRoute } from '../route.ts';
import { auditRoutes } from './audit.ts';
import { billingRoutes } from './billing.ts';
import { calculatorRoutes } from './calculators.ts';
import { dataRoutes } from './data.ts';
import { invitationRoutes } from './invitations.ts';
import { keyRoutes } from './keys.ts';
import { leakRoutes } from './leaked-keys.ts';
import { linkRoutes } from './links.ts';
import { marketplaceRoutes } from './marketplaces.ts';
import { meRoutes } from './me.ts';
import { paymentRoutes } from './payments.ts';
import { planRoutes } from './plans.ts';
import { roleRoutes } from './roles.ts';
import { sessionRoutes } from './sessions.ts';
import { usageRoutes } from './usage.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks.ts';

/** All routes of the platform, in the order in which the document lists them. */
export const PLATFORM_ROUTES: readonly PlatformRoute[] = [
  ...sessionRoutes,
  ...linkRoutes,
  ...meRoutes,
  ...dataRoutes,
  ...roleRoutes,
  ...userRoutes,
  ...invitationRoutes,
  ...keyRoutes,
  ...leakRoutes,
  ...calculatorRoutes,
  ...marketplaceRoutes,
  ...planRoutes,
  ...billingRoutes,
  ...paymentRoutes,
  ...webhookRoutes,
  ...usageRoutes,
  ...auditRoutes,
];

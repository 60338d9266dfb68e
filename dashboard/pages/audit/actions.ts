/** What the audit tells of, by kind. One that is missing here is in the audit all the same, by its own name. */
const VERBS = {
  key: ['create', 'change', 'rotate', 'revoke', 'leaked'],
  user: ['create', 'invite', 'invite-again', 'rename', 'role', 'email', 'disable', 'enable', 'remove'],
  invitation: ['accept'],
  application: ['create'],
  session: ['begin', 'end', 'end-all'],
  password: ['set', 'change'],
  link: ['create'],
  client: ['create', 'change', 'hard_stop'],
  plan: ['set', 'schedule'],
  payment: ['begin', 'fail', 'differs'],
  ledger: ['top_up', 'settlement', 'adjustment'],
} as const;

/** Kinds with more than one action: they can be asked for as a whole. */
const KINDS: readonly string[] = Object.entries(VERBS).flatMap(([kind, verbs]) => (verbs.length > 1 ? [kind] : []));

/** What can be asked for: each kind, and behind it its actions. */
export const ACTIONS: readonly string[] = Object.entries(VERBS).flatMap(([kind, verbs]) => [
  ...(KINDS.includes(kind) ? [kind] : []),
  ...verbs.map((verb) => `${kind}.${verb}`),
]);

/** The actions of the audit, by kind. An action that is missing here is shown by its own name. */
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

/** Kinds with more than one action, which can be filtered as a whole. */
const KINDS: readonly string[] = Object.entries(VERBS).flatMap(([kind, verbs]) => (verbs.length > 1 ? [kind] : []));

/** The choices of the filter: each kind, followed by its actions. */
export const ACTIONS: readonly string[] = Object.entries(VERBS).flatMap(([kind, verbs]) => [
  ...(KINDS.includes(kind) ? [kind] : []),
  ...verbs.map((verb) => `${kind}.${verb}`),
]);

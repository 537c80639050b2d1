// How much JavaScript and how many requests the portal may need on a first visit. `bench -- weight` compares what a
// browser loads with these figures, and `test/e2e/weight.spec.ts` the built files. Raise one only with a reason in
// docs/decisions/031-portal-first-visit.md.

/** Brotli bytes of the scripts that every signed-in screen loads before it renders. */
export const SHELL_BYTES = 134_500

export type ScreenBudget = {
  screen: string
  email: string
  /** The address. `:ticket` is replaced by the newest ticket of the list. */
  path: string
  /** The id of its route. */
  route: string
  /** Brotli bytes of the scripts that the screen loads before it renders, including the shell. */
  built: number
  /** Kilobytes of scripts on the wire until the network is quiet, with headers. */
  jsKb: number
  /** Number of script files. */
  files: number
  /** Number of requests for scripts, styles, fonts, pictures and the document. */
  staticRequests: number
}

const OWNER = 'owner@northgate.example'
const ENGINEER = 'engineer@millwright.example'

/** The screens that people open most, with their budgets. */
export const SCREENS: ScreenBudget[] = [
  {
    screen: 'overview',
    email: OWNER,
    path: '/apps-automations',
    route: 'portal/automations/overview-page',
    built: 155_100,
    jsKb: 173,
    files: 17,
    staticRequests: 20,
  },
  {
    screen: 'list',
    email: OWNER,
    path: '/tickets',
    route: 'portal/tickets/list-page',
    built: 162_200,
    jsKb: 180,
    files: 17,
    staticRequests: 21,
  },
  {
    screen: 'ticket',
    email: OWNER,
    path: '/tickets/:ticket',
    route: 'portal/tickets/ticket-page',
    built: 169_000,
    jsKb: 227,
    files: 21,
    staticRequests: 25,
  },
  {
    screen: 'reports',
    email: OWNER,
    path: '/reports',
    route: 'portal/reports/reports-page',
    built: 170_000,
    jsKb: 252,
    files: 26,
    staticRequests: 29,
  },
  {
    screen: 'queue',
    email: ENGINEER,
    path: '/admin/tickets',
    route: 'portal/tickets/queue/queue-page',
    built: 163_700,
    jsKb: 190,
    files: 19,
    staticRequests: 23,
  },
  {
    screen: 'staff ticket',
    email: ENGINEER,
    path: '/admin/tickets/:ticket',
    route: 'staff-ticket',
    built: 169_000,
    jsKb: 232,
    files: 22,
    staticRequests: 26,
  },
]

/** Returns a line for each route whose built scripts exceed its budget, or that is missing. */
export function overBudget(built: { route: string; bytes: number }[]): string[] {
  const budgets = [['portal/signed-in', SHELL_BYTES] as const, ...SCREENS.map((s) => [s.route, s.built] as const)]
  return budgets.flatMap(([route, most]) => {
    const bytes = built.find((b) => b.route === route)?.bytes
    return bytes === undefined || bytes > most ? [`${route}: ${bytes} of ${most} bytes`] : []
  })
}

import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { servicePaths } from './site/service-paths.ts'

/** Every page of the product. Redirects are the server's (src/server/redirects.ts). */
export default [
  layout('site/layout.tsx', [
    index('site/home.tsx'),
    ...servicePaths.map((path) => route(path, 'site/service-page.tsx', { id: `service${path}` })),
    route('legal/:document', 'site/legal.tsx'),
    route('*', 'site/not-found.tsx'),
  ]),
  layout('portal/layout.tsx', [
    route('auth', 'portal/account/auth-page.tsx'),
    route('auth/set-password', 'portal/account/set-password-page.tsx'),
    layout('portal/shell/shell.tsx', [
      route('apps-automations', 'portal/notifications/overview-page.tsx'),
      route('tickets', 'portal/tickets/list-page.tsx'),
      route('tickets/new', 'portal/tickets/new-page.tsx'),
      route('tickets/:id', 'portal/tickets/ticket-page.tsx'),
      route('admin/outbox', 'portal/notifications/outbox-page.tsx'),
      route('admin/tickets', 'portal/tickets/queue-page.tsx'),
      route('admin/tickets/:id', 'portal/tickets/ticket-page.tsx', { id: 'staff-ticket' }),
    ]),
  ]),
] satisfies RouteConfig

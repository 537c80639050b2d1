import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { brand } from '../../brand.config.ts'
import { servicePaths } from './site/service-paths.ts'

const blog = `${brand.slug}-blog`

/** Every page of the product. Redirects are the server's (src/server/redirects.ts). */
export default [
  layout('site/layout.tsx', [
    index('site/home.tsx'),
    ...servicePaths.map((path) => route(path, 'site/service-page.tsx', { id: `service${path}` })),
    route('about', 'site/about-page.tsx'),
    route('who-we-are', 'site/who-we-are-page.tsx'),
    route('contact', 'site/contact-page.tsx'),
    route('voice-ai-agent', 'site/voice-ai-agent-page.tsx'),
    route('voice-ai-agent/thank-you', 'site/voice-thank-you-page.tsx'),
    route('email-verified', 'site/email-verified-page.tsx'),
    route('notify', 'site/notify-action.tsx'),
    route(blog, 'site/blog-index.tsx'),
    route(`${blog}/tag/:tag`, 'site/blog-tag.tsx'),
    route(`${blog}/:slug`, 'site/blog-article.tsx'),
    route('legal/:document', 'site/legal.tsx'),
    route('*', 'site/not-found.tsx'),
  ]),
  // For machines.
  route(`${blog}/feed.xml`, 'site/blog-feed.ts'),
  route('sitemap.xml', 'site/sitemap.ts'),
  route('robots.txt', 'site/robots.ts'),
  route('manifest.webmanifest', 'site/manifest.ts'),
  layout('portal/layout.tsx', [
    route('auth', 'portal/account/auth-page.tsx'),
    route('auth/callback', 'portal/account/callback-page.tsx'),
    route('auth/recover', 'portal/account/recover-page.tsx'),
    route('auth/set-password', 'portal/account/set-password-page.tsx'),
    route('auth/verify-email', 'portal/account/verify-email-page.tsx'),
    route('auth/invitation', 'portal/people/accept-page.tsx'),
    layout('portal/shell/shell.tsx', [
      route('apps-automations', 'portal/notifications/overview-page.tsx'),
      route('notifications', 'portal/notifications/notifications-page.tsx'),
      route('tickets', 'portal/tickets/list-page.tsx'),
      route('tickets/new', 'portal/tickets/new-page.tsx'),
      route('tickets/:id', 'portal/tickets/ticket-page.tsx'),
      route('settings', 'portal/account/settings-layout.tsx', [
        index('portal/account/settings-profile.tsx'),
        route('security', 'portal/account/settings-security.tsx'),
        route('notifications', 'portal/notifications/settings-notifications.tsx'),
        route('company', 'portal/companies/settings-company.tsx'),
        route('api-keys', 'portal/companies/settings-api-keys.tsx'),
        route('export', 'portal/companies/settings-export.tsx'),
        route('service-levels', 'portal/sla/settings-service-levels.tsx'),
        route('canned-replies', 'portal/tickets/settings-canned.tsx'),
      ]),
      route('users', 'portal/people/users-page.tsx'),
      route('admin/users', 'portal/people/all-users-page.tsx'),
      route('admin/contacts', 'portal/leads/contacts-page.tsx'),
      route('admin/contacts/leads/:id', 'portal/leads/lead-page.tsx'),
      route('clients', 'portal/contacts/clients-page.tsx'),
      route('clients/:id', 'portal/contacts/client-page.tsx'),
      route('contacts', 'portal/contacts/contacts-page.tsx'),
      route('contacts/import', 'portal/contacts/import-page.tsx'),
      route('companies', 'portal/companies/list-page.tsx'),
      route('companies/:id', 'portal/companies/company-page.tsx'),
      route('companies/:id/edit', 'portal/companies/edit-page.tsx'),
      route('admin/outbox', 'portal/notifications/outbox-page.tsx'),
      route('admin/time', 'portal/agreements/my-time-page.tsx'),
      route('admin/tickets', 'portal/tickets/queue-page.tsx'),
      route('admin/tickets/new', 'portal/tickets/new-page.tsx', { id: 'staff-new-ticket' }),
      route('admin/tickets/:id', 'portal/tickets/ticket-page.tsx', { id: 'staff-ticket' }),
    ]),
  ]),
] satisfies RouteConfig

// Screens, settings and actions that the palette finds in addition to the sidebar, with common search words. A test
// compares this list with the routes and settings and fails if an entry is missing.
import type { Role } from '../../../contract/base.ts'

/** A destination in the portal, with its name and other words for it. */
export type Destination = {
  label: string
  href: string
  /** Other words, separated by spaces. */
  also?: string
  kind: 'screen' | 'setting' | 'action'
  roles: readonly Role[]
  /** Also offered before anything is typed. */
  offered?: true
}

const staff: readonly Role[] = ['engineer', 'admin']
const partners: readonly Role[] = ['member', 'owner']
const all: readonly Role[] = [...partners, ...staff]
const owner: readonly Role[] = ['owner']
const admin: readonly Role[] = ['admin']

const screen = (label: string, href: string, roles: readonly Role[], also?: string): Destination => ({
  label,
  href,
  roles,
  kind: 'screen',
  ...(also ? { also } : {}),
})
const setting = (label: string, href: string, roles: readonly Role[], also?: string): Destination => ({
  ...screen(label, href, roles, also),
  kind: 'setting',
})
const action = (label: string, href: string, roles: readonly Role[], also?: string): Destination => ({
  ...screen(label, href, roles, also),
  kind: 'action',
})

export const destinations: readonly Destination[] = [
  {
    ...action(
      'New ticket',
      '/tickets/new',
      partners,
      'open create request issue support help ask raise report problem',
    ),
    offered: true,
  },
  { ...action('New ticket', '/admin/tickets/new', staff, 'open create request issue'), offered: true },
  { ...action('Invite people', '/users#invite', owner, 'add user colleague member team'), offered: true },
  { ...action('Invite people', '/admin/users#invite', admin, 'add someone user person staff'), offered: true },
  action('Buy hours', '/buy-block-time', owner, 'purchase block time pack top up more support prepaid order'),
  action('Import contacts', '/contacts/import', all, 'upload csv spreadsheet excel people'),
  action('New contact', '/contacts#new-contact', partners, 'add create person'),
  action('New contact', '/admin/contacts?tab=contacts#new-contact', staff, 'add create person'),
  action('New client', '/clients#new-client', all, 'add create end customer'),
  action('Add lead', '/admin/contacts#new-lead', staff, 'new create prospect'),
  action('New project', '/my-projects#new-project', staff, 'add create plan'),
  action('Add company', '/companies?new=company', admin, 'new create customer partner'),
  action('New agreement', '/agreements/new', admin, 'create write contract'),
  action('New product', '/admin/apps-automations/products/new', admin, 'add create catalog marketplace automation'),
  screen('Notifications', '/notifications', all, 'bell alerts inbox messages unread'),
  screen('Marketplace', '/marketplace', all, 'buy install automation catalog products store shop apps'),
  screen('Hours', '/my-agreements?tab=hours', partners, 'balance blocks time left burn-down ledger usage'),
  screen('Company users', '/companies?tab=users', partners, 'people team'),
  screen('Clients', '/clients', staff, 'end customers'),
  screen('Contacts', '/admin/contacts?tab=contacts', staff, 'people address book'),
  screen('Lead board', '/admin/contacts?view=board', staff, 'pipeline kanban sales stages'),
  screen('Agreement templates', '/agreements?tab=templates', staff, 'contract text'),
  screen('Project templates', '/my-projects?tab=templates', staff, 'plan'),
  screen('Hour packs', '/agreements?tab=packs', admin, 'prices block time'),
  screen(
    'Revenue',
    '/agreements?tab=revenue',
    admin,
    'mrr recurring money income forecast invoices receivable aging overdue',
  ),
  screen('Discrepancies', '/agreements?tab=findings', admin, 'discrepancies reconciliation ledger'),
  screen('Marketplace order', '/admin/apps-automations?tab=order', staff, 'sort products'),
  screen('All automations', '/admin/apps-automations?tab=automations', staff, 'installations installed'),
  screen('Incoming email', '/admin/outbox?box=in', staff, 'inbound held rejected refused inbox mail'),

  setting('Profile', '/settings', all, 'my account name photo picture avatar time zone timezone'),
  setting('Email', '/settings#email', all, 'address mail'),
  setting('Security', '/settings/security', all, 'account login sign-in'),
  setting('Password', '/settings/security#password', all, 'change reset passphrase login sign-in'),
  setting('Email address', '/settings/security#change-email', all, 'change mail login sign-in'),
  setting(
    'Two-factor authentication',
    '/settings/security#two-factor',
    all,
    '2fa mfa totp otp authenticator code 2-step recovery codes',
  ),
  setting('Passkeys', '/settings/security#passkeys', all, 'fingerprint face webauthn security key'),
  setting('Google', '/settings/security#google', all, 'link account sso sign-in'),
  setting(
    'Active sessions',
    '/settings/security#sessions',
    all,
    'where you are signed in your devices browsers sign out everywhere log out other',
  ),
  setting('Notification settings', '/settings/notifications', all, 'alerts mails email preferences mute unsubscribe'),
  setting(
    'Notification types',
    '/settings/notifications#kinds',
    all,
    'what reaches you which how choose types channels kinds events alerts mails email preferences mute',
  ),
  setting('Daily summary', '/settings/notifications#summary', all, 'digest daily mail email'),
  setting('Company settings', '/settings/company', owner, 'organization address profile'),
  setting('Logo', '/settings/company', owner, 'company picture brand image'),
  setting('Language model', '/settings/company', owner, 'ai artificial intelligence suggestions'),
  setting('Billing', '/settings/billing', owner, 'invoices payments payment method money pay credit card receipts'),
  setting('Invoices', '/settings/billing', owner, 'bills payments pay receipts pdf'),
  setting('Billing address', '/settings/billing', owner, 'tax id vat purchase order invoice'),
  setting('API keys', '/settings/api-keys', owner, 'token access developer integration'),
  setting('Data export', '/settings/export', owner, 'download csv backup gdpr everything'),
  setting('Your exports', '/settings/export', owner, 'download data files'),
  setting('Remittance', '/settings/remittance', admin, 'bank transfer account iban payment details invoices'),
  setting('Two-factor authentication for staff', '/settings/security', admin, 'require 2fa mfa everyone team'),
  setting('Canned replies', '/settings/canned-replies', staff, 'templates snippets macros answers'),
  setting('SLA policies', '/settings/service-levels', staff, 'service levels targets response resolution'),
  setting('Business hours', '/settings/service-levels', staff, 'calendar holidays opening times'),
]

/** Returns the destinations of a role. Users whose role is not known yet get those of a member. */
export const listDestinations = (role: Role | null): Destination[] =>
  destinations.filter(({ roles }) => roles.includes(role ?? 'member'))

import geist from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { brand } from '../../../brand.config.ts'
import { useSameInside } from '../markup.ts'
import { Logo } from '../ui/logo.tsx'
import { Footer } from './footer.tsx'
import { Line, marks } from './icons.tsx'
import { aboutPages, menuCallToAction } from './navigation.ts'
import { mspPages } from './paths.ts'
import './site.css'

/** Preloads the font together with the styles, because the first line of text needs it. */
export const links = () => [
  { rel: 'preload', href: geist, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
]

const VOICE = '/voice-ai-agent'
const MARKETPLACE = '/marketplace'
const menu = new Set([...mspPages, ...aboutPages].map((page) => page.to).concat('/', VOICE, MARKETPLACE))

/**
 * Returns the place in the menu for a path. Paths with the same menu state share a place, so that the menu is rendered
 * once for them.
 */
const placeOf = (path: string) =>
  menu.has(path) ? path : path.startsWith(`${MARKETPLACE}/`) ? `${MARKETPLACE}/…` : 'elsewhere'

/** The layout of public pages: navigation bar, footer and the dialog for legal documents. */
export default function SiteLayout() {
  const place = placeOf(useLocation().pathname.replace(/(.)\/$/, '$1'))
  const bar = useSameInside(`bar ${place}`, () => <Bar path={place} />)
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top" {...bar} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <dialog className="legal" id="legal" role="alertdialog" aria-labelledby="legal-title">
        {/* The script fills this from the document's page, so that other pages do not contain the texts. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
        <section className="prose" tabIndex={0} aria-labelledby="legal-title" />
        <div className="foot">
          <button className="button primary" type="button">
            I Understand
          </button>
        </div>
      </dialog>
      <div className="toast" role="status" />
    </>
  )
}

/** The navigation bar, which becomes a menu on phones. */
function Bar({ path }: { path: string }) {
  return (
    <>
      <div className="wrap bar">
        <a className="brand" href="/">
          <Logo className="mark" />
          <BrandName full={path === '/'} />
        </a>
        <nav className="links" aria-label="Main">
          <Dropdown id="msps" label="For MSPs" current={mspPages.some((page) => page.to === path)}>
            <PageList pages={mspPages} path={path} className="two" />
          </Dropdown>
          <PageLink to={VOICE} label="Voice AI Agents" path={path} />
          <PageLink to={MARKETPLACE} label="Automation Marketplace" path={path} below />
          <Dropdown id="about-pages" label="About" current={aboutPages.some((page) => page.to === path)}>
            <PageList pages={aboutPages} path={path} />
          </Dropdown>
        </nav>
        <div className="account">
          <a className="button" href="/auth" data-when="out">
            Partner Signin
          </a>
          <div data-when="in">
            <Dropdown id="account" label="Account">
              <p className="email" data-email />
              <ul>
                <li>
                  <a href="/apps-automations">Open the portal</a>
                </li>
                <li>
                  <button type="button" data-sign-out>
                    Sign Out
                  </button>
                </li>
              </ul>
            </Dropdown>
          </div>
        </div>
        <button className="toggle" type="button" popoverTarget="menu" aria-label="Menu">
          <Line className="icon bars" d="M4 8h16M4 16h16" />
          <Line className="icon cross" d="M6 6l12 12M18 6 6 18" />
        </button>
      </div>
      <nav className="menu" id="menu" popover="auto" aria-label="Menu">
        <div className="wrap">
          <p className="label">For MSPs</p>
          <PageList pages={mspPages} path={path} />
          <p className="label">Products</p>
          <ul>
            <li>
              <PageLink to={VOICE} label="Voice AI Agents" path={path} />
            </li>
            <li>
              <PageLink to={MARKETPLACE} label="Automation Marketplace" path={path} below />
            </li>
          </ul>
          <p className="label">About</p>
          <PageList pages={aboutPages} path={path} />
          {menuCallToAction && (
            <a className="button primary" href={menuCallToAction.href} target="_blank" rel="noopener">
              {menuCallToAction.label}
              <span className="sr-only"> (opens in a new tab)</span>
              <Line d={marks.out} />
            </a>
          )}
        </div>
      </nav>
    </>
  )
}

function BrandName({ full }: { full: boolean }) {
  const { shortName, longName } = brand
  if (!full) return <span className="name">{shortName}</span>
  // If the long name starts with the short one, only the added part is animated.
  const addition = longName.startsWith(shortName) ? longName.slice(shortName.length).trim() : undefined
  return (
    <span className="name">
      <span className={addition ? undefined : 'late'}>{shortName}</span>{' '}
      <span className={addition ? 'long' : 'long over'}>{addition ?? longName}</span>
    </span>
  )
}

function Dropdown(props: { id: string; label: string; current?: boolean; children: ReactNode }) {
  return (
    <>
      <button type="button" popoverTarget={props.id} className={`drop to-${props.id}`} data-current={props.current}>
        {props.label}
        <Line d={marks.down} />
      </button>
      <div className={`panel from-${props.id}`} id={props.id} popover="auto">
        {props.children}
      </div>
    </>
  )
}

type Page = { to: string; label: string }

function PageList({ pages, path, className }: { pages: Page[]; path: string; className?: string }) {
  return (
    <ul className={className}>
      {pages.map((page) => (
        <li key={page.to}>
          <PageLink {...page} path={path} />
        </li>
      ))}
    </ul>
  )
}

/** A link in the navigation. With `below`, it also counts as current on pages whose address starts with its own. */
function PageLink({ to, label, path, below }: Page & { path: string; below?: boolean }) {
  const current = path === to ? 'page' : below && path.startsWith(to) ? 'true' : undefined
  return (
    <a href={to} aria-current={current}>
      {label}
    </a>
  )
}

import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Footer } from './footer.tsx'
import { legalDocuments } from './navigation.ts'
import { mspPages, pathGroups, shownGroups } from './paths.ts'
import { AvailabilityBadge } from './services/availability-badge.tsx'
import { ServiceCards } from './services/service-cards.tsx'

const badge = (status: string, variant?: 'compact' | 'default' | 'prominent') => {
  const html = renderToStaticMarkup(<AvailabilityBadge status={status} variant={variant} />)
  return { text: html.replace(/<[^>]+>/g, ''), moves: html.includes('pulse') }
}

describe('availability badge', () => {
  it('shows the text for each status and animates only when places are available', () => {
    expect(badge('limited')).toEqual({ text: '1/4 Spots Available', moves: true })
    expect(badge('limited', 'compact')).toEqual({ text: '1/4 Available', moves: true })
    expect(badge('limited', 'prominent')).toEqual({ text: '1/4 Spots Available', moves: true })
    expect(badge('good', 'compact')).toEqual({ text: 'Availability: Good', moves: true })
    expect(badge('full')).toEqual({ text: 'Currently Full', moves: false })
    expect(badge('whatever')).toEqual({ text: '1/4 Spots Available', moves: false })
    expect(badge('', 'compact')).toEqual({ text: '1/4 Available', moves: false })
  })
})

describe('paths', () => {
  it('shows the eleven active MSP pages and no other audience', () => {
    expect(shownGroups.map((group) => group.title)).toEqual(['For MSPs'])
    expect(mspPages.map((page) => page.to)).toEqual([
      '/msp-full-partnership',
      '/msp-vcto',
      '/msp-white-label',
      '/msp-ai-ticket-triage',
      '/msp-connect-systems',
      '/msp-license-compliance',
      '/msp-data-cleanup',
      '/msp-dashboards-chatbots',
      '/msp-voice-ai',
      '/msp-talk-to-your-data',
      '/msp-rmm-fine-tuning',
    ])
  })
  it('shows availability only for the partnership and the VCTO', () => {
    expect(mspPages.filter((page) => page.showAvailability).map((page) => [page.to, page.availabilityStatus])).toEqual([
      ['/msp-full-partnership', 'limited'],
      ['/msp-vcto', 'good'],
    ])
  })
  it('does not link services that are coming soon', () => {
    const open = Object.values(pathGroups).flatMap((group) => group.items.filter((item) => !item.disabled))
    expect(open.map((item) => item.to)).toEqual([...mspPages.map((page) => page.to), '/vendors'])
    const html = renderToStaticMarkup(<ServiceCards group={pathGroups.business} />)
    expect(html).not.toContain('<a')
    expect(html.match(/Coming Soon/g)).toHaveLength(9)
  })
  it('lists only services that cannot be ordered as coming soon in the footer', () => {
    const html = renderToStaticMarkup(<Footer />)
    const planned = [...html.matchAll(/<li aria-disabled="true">([^<]*)</g)].map(([, label]) => label)
    expect(planned).toContain('Build an App')
    expect(planned).not.toContain('App Owners &amp; Vendors')
  })
  it('includes the service name in each Learn More link', () => {
    const html = renderToStaticMarkup(<ServiceCards group={pathGroups.msp} />)
    expect(html.match(/Learn More<span class="sr-only"> about /g)).toHaveLength(11)
  })
})

describe('legal documents', () => {
  const read = (key: string) => readFileSync(new URL(`../../../content/legal/${key}.md`, import.meta.url), 'utf8')
  it('use only placeholders defined in the brand settings', async () => {
    const { brand } = await import('../../../brand.config.ts')
    for (const key of Object.keys(legalDocuments)) {
      for (const [, name] of read(key).matchAll(/\{\{(\w+)\}\}/g)) expect(Object.keys(brand)).toContain(name)
      expect(read(key)).not.toContain(brand.shortName)
      expect(read(key)).toContain('not directed to children under 13')
    }
  })
  it('contain the required terms', () => {
    const terms = read('terms')
    for (const words of ['net 15 days', 'in the 12 months before', 'American Arbitration Association', 'United States'])
      expect(terms).toContain(words)
    // The rule on what a price includes (decision 024), as on `/about` and on product pages.
    for (const words of [
      '12 months of hosting',
      '18 percent of the one-time price',
      'never renews on its own',
      '30 days’ notice',
    ])
      expect(terms).toContain(words)
  })
  it('have no clauses that only the lawyers of the operator can decide', () => {
    expect(read('terms')).not.toMatch(/interest on|suspend|indemni|class action|one arbitrator/i)
  })
  it('say which data Google sign-in sends and stores', () => {
    for (const words of ['profile picture', 'offline access', 'refresh token']) expect(read('privacy')).toContain(words)
  })
})

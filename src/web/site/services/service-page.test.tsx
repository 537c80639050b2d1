import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { drawings } from '../diagrams/index.ts'
import { pathGroups } from '../paths.ts'
import ServicePage, { meta } from './service-page.tsx'
import { servicePaths } from './service-paths.ts'
import { getServiceText } from './service-texts.server.ts'

const text = (path: string) => {
  const page = getServiceText(path)
  if (!page) throw new Error(`no text for ${path}`)
  return page
}

const html = (path: string) => {
  const Stub = createRoutesStub([{ id: 'page', path, Component: ServicePage }])
  return renderToStaticMarkup(<Stub initialEntries={[path]} hydrationData={{ loaderData: { page: text(path) } }} />)
}

describe('service pages', () => {
  it('are the 28 pages in the specification', () => {
    expect(servicePaths).toHaveLength(28)
    expect(servicePaths).toContain('/msp-hourly-consulting')
    expect(servicePaths).toContain('/learn-automation')
  })

  describe.each(servicePaths)('%s', (path) => {
    it('has a text with the audience, label and status of its card', () => {
      const page = text(path)
      const listed = Object.entries(pathGroups).find(([, group]) => group.items.some((item) => item.to === path))
      expect(page.audience).toBe(listed?.[0] ?? 'msp')
      const card = listed?.[1].items.find((item) => item.to === path)
      expect(Boolean(page.comingSoon)).toBe(Boolean(card?.disabled))
      if (card) expect(page.label).toBe(card.label)
    })

    it('has a drawing with a text alternative and no inline styles', () => {
      const Drawing = drawings[path]
      if (!Drawing) throw new Error(`no drawing for ${path}`)
      const svg = renderToStaticMarkup(<Drawing text={text(path).drawing} />)
      expect(svg).toMatch(
        /^<svg class="drawing" viewBox="0 0 360 \d+" role="img" aria-labelledby="drawn"><desc id="drawn">/,
      )
      expect(svg).not.toMatch(/ style=|NaN|undefined/)
    })

    it('links to the contact page, or asks for an email address if it is coming soon', () => {
      const page = text(path)
      const markup = html(path)
      expect(markup.includes('action="/notify"')).toBe(Boolean(page.comingSoon))
      expect(markup.includes(`/contact?about=${path}`)).toBe(!page.comingSoon)
      if (page.comingSoon) expect(markup).toContain('Coming Soon')
    })

    it('has structured data for its service, breadcrumbs and questions', () => {
      const tags = meta({ loaderData: text(path) } as Parameters<typeof meta>[0])
      const data = tags.find((tag) => 'script:ld+json' in tag) as {
        'script:ld+json': { '@graph': { '@type': string }[] }
      }
      expect(data['script:ld+json']['@graph'].map((part) => part['@type'])).toEqual([
        'Service',
        'BreadcrumbList',
        'FAQPage',
      ])
    })
  })

  it('have different titles', () => {
    const titles = servicePaths.map((path) => {
      const tags = meta({ loaderData: text(path) } as Parameters<typeof meta>[0])
      return (tags.find((tag) => 'title' in tag) as { title: string }).title
    })
    expect(new Set(titles).size).toBe(28)
  })
})

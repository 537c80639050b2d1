import type { ReactNode } from 'react'
import { brand } from '../../../brand.config.ts'
import { useSameInside } from '../markup.ts'
import { Line, marks } from './icons.tsx'
import { legalDocuments } from './navigation.ts'
import { mspPages, pathGroups } from './paths.ts'

/** Planned for students. The pages do not exist yet. */
const studentItems = ['Blog', 'Learning community']

/** The footer: site map, support address and legal documents. */
export function Footer() {
  const year = new Date().getFullYear()
  return <footer className="bottom" {...useSameInside(`footer ${year}`, () => <Inside year={year} />)} />
}

function Inside({ year }: { year: number }) {
  return (
    <div className="wrap">
      <div className="sitemap">
        <div>
          <p className="name">{brand.shortName}</p>
          <p>Finished, hosted and maintained automation for MSPs.</p>
          <p>
            <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
          </p>
        </div>
        <nav aria-label="Site map">
          <ul className="pages">
            <li>
              <a href="/">Home</a>
            </li>
            <li>
              <a href="/about">About</a>
            </li>
            <li>
              <a href={`/${brand.slug}-blog`}>Blog</a>
            </li>
          </ul>
          <Group title="For MSPs" open>
            {mspPages.map((page) => (
              <li key={page.to}>
                <a href={page.to}>{page.label}</a>
              </li>
            ))}
          </Group>
          <Group title="Business">{planned(pathGroups.business.items.map((item) => item.label))}</Group>
          <Group title="Vendors">
            {planned(pathGroups.vendors.items.filter((item) => item.disabled).map((item) => item.label))}
          </Group>
          <Group title="Students">{planned(studentItems)}</Group>
        </nav>
      </div>
      <div className="fine">
        <p>
          © <span data-year>{year}</span> {brand.shortName}. All rights reserved.
        </p>
        <ul>
          {Object.entries(legalDocuments).map(([key, title]) => (
            <li key={key}>
              <a href={`/legal/${key}`} data-legal>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Group({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className={open ? 'wide' : undefined} open={open}>
      <summary>
        {title}
        <Line d={marks.down} />
      </summary>
      <ul>{children}</ul>
    </details>
  )
}

function planned(labels: string[]) {
  return (
    <>
      <li className="soon">Coming soon</li>
      {labels.map((label) => (
        <li key={label} aria-disabled="true">
          {label}
        </li>
      ))}
    </>
  )
}

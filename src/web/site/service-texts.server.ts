import type { ServicePage } from '../../../content/pages/shape.ts'

const files = import.meta.glob<ServicePage>(['../../../content/pages/*.ts', '!**/shape.ts'], {
  eager: true,
  import: 'default',
})

const byPath = new Map(Object.values(files).map((page) => [page.path as string, page]))

/** What the page at an address says, or nothing where no text stands in `content/pages`. */
export const serviceText = (path: string) => byPath.get(path)

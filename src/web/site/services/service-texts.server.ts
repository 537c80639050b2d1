import type { ServicePage } from '../../../../content/pages/shape.ts'

const files = import.meta.glob<ServicePage>(['../../../../content/pages/*.ts', '!**/shape.ts'], {
  eager: true,
  import: 'default',
})

const byPath = new Map(Object.values(files).map((page) => [page.path as string, page]))

/** Returns the text of the page at a path, or undefined if `content/pages` has none. */
export const getServiceText = (path: string) => byPath.get(path)

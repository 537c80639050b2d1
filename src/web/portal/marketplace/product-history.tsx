import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ActList } from '../platform/act-list.tsx'
import { actText } from './act-text.ts'
import { productHistoryOptions } from './catalogue-queries.ts'

/** Who changed what of a product and when; newest first. */
export function ProductHistory({ id, version }: { id: string; version: number }) {
  const query = useInfiniteQuery(productHistoryOptions(id))
  const { refetch } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is what makes it old
  useEffect(() => void refetch(), [version, refetch])
  return (
    <ActList query={query} words={actText} none="It came with the first catalog, and nobody has changed it since." />
  )
}

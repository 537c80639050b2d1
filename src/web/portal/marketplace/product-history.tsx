import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ActList } from '../platform/act-list.tsx'
import { describeProductChange } from './act-text.ts'
import { productHistoryOptions } from './catalogue-queries.ts'

/** The activity of a product, newest first: who changed what and when. */
export function ProductHistory({ id, version }: { id: string; version: number }) {
  const query = useInfiniteQuery(productHistoryOptions(id))
  const { refetch } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means that the history has changed
  useEffect(() => void refetch(), [version, refetch])
  return (
    <ActList
      query={query}
      words={describeProductChange}
      none="This product was part of the initial catalog and has not been changed since."
    />
  )
}

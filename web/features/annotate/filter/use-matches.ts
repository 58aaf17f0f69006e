import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { annotators } from '../../../annotation/queries.ts'
import type { ImageCard } from '../../../imagery/images.ts'

interface MatchQuery {
  projectId: string
  /** Filter from the URL. Empty for all annotations. */
  filter: string
  image: ImageCard
  annotations: readonly Annotation[]
  labelIndex: LabelIndex
}

/** Returns the ids of an image's annotations that match the filter; null for all. The matching code is loaded on first use. */
export function useMatches({ projectId, filter, image, annotations, labelIndex }: MatchQuery): ReadonlySet<string> | null {
  const [reader, setReader] = useState<typeof import('./matches.ts') | null>(null)
  const hasFilter = filter !== ''
  useEffect(() => {
    if (hasFilter) void import('./matches.ts').then(setReader)
  }, [hasFilter])
  const { data: people } = useQuery({ ...annotators(projectId), enabled: reader?.needsPeople(filter) ?? false })
  return useMemo(() => {
    if (!reader || !hasFilter) return null
    const nameOf = (accountId: string) => people?.find(({ id }) => id === accountId)?.name
    return reader.matchesOf(filter, { image, annotations, labelIndex, nameOf })
  }, [reader, hasFilter, filter, image, annotations, labelIndex, people])
}

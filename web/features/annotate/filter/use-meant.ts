import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { LabelBook } from '../../../annotation/label-book.ts'
import { annotators } from '../../../annotation/queries.ts'
import type { ImageCard } from '../../../imagery/images.ts'

interface Asked {
  projectId: string
  /** Filter from the address. Empty for all annotations. */
  filter: string
  image: ImageCard
  annotations: readonly Annotation[]
  book: LabelBook
}

/** Ids of the annotations of an image that match the filter; null for all. Its code is loaded with the first filter. */
export function useMeant({ projectId, filter, image, annotations, book }: Asked): ReadonlySet<string> | null {
  const [reader, setReader] = useState<typeof import('./meant.ts') | null>(null)
  const isAsked = filter !== ''
  useEffect(() => {
    if (isAsked) void import('./meant.ts').then(setReader)
  }, [isAsked])
  const { data: people } = useQuery({ ...annotators(projectId), enabled: reader?.asksForPeople(filter) ?? false })
  return useMemo(() => {
    if (!reader || !isAsked) return null
    const nameOf = (accountId: string) => people?.find(({ id }) => id === accountId)?.name
    return reader.meantOf(filter, { image, annotations, book, nameOf })
  }, [reader, isAsked, filter, image, annotations, book, people])
}

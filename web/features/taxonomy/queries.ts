import { queryOptions } from '@tanstack/react-query'
import type { Label, LabelDraft, OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { call } from '../../api/call.ts'

export const labelKeys = {
  all: ['labels'] as const,
  outline: (projectId: string) => [...labelKeys.all, 'outline', projectId] as const,
  one: (labelId: string) => [...labelKeys.all, 'one', labelId] as const
}

/** The whole tree of a project's catalog, by name. */
export const labelOutline = (projectId: string) =>
  queryOptions({
    queryKey: labelKeys.outline(projectId),
    queryFn: ({ signal }): Promise<{ labels: OutlineLabel[] }> =>
      call('GET /projects/:projectId/labels/outline', { params: { projectId }, signal }),
    structuralSharing: false // comparing 100,000 labels with themselves would be felt
  })

export const createLabel = (projectId: string, draft: LabelDraft): Promise<Label> =>
  call('POST /projects/:projectId/labels', { params: { projectId }, json: draft })

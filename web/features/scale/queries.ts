import { queryOptions } from '@tanstack/react-query'
import type { ScaleApplication, ScaleBasis, ScaleSettingsEdit } from '../../../shared/contracts/scale.ts'
import { annotateKeys } from '../../annotation/queries.ts'
import { call } from '../../api/call.ts'

export const scaleOf = (mediaId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'scale', mediaId],
    queryFn: ({ signal }) => call('GET /media/:mediaId/scale', { params: { mediaId }, signal })
  })

export const setScale = (mediaId: string, revision: number, basis: ScaleBasis) =>
  call('PUT /media/:mediaId/scale', { params: { mediaId }, json: { revision, basis } })

export const findLaserPoints = (mediaId: string) => call('GET /media/:mediaId/laser-points', { params: { mediaId } })

export const removeScale = (mediaId: string, revision: number) =>
  call('DELETE /media/:mediaId/scale', { params: { mediaId }, query: { revision } })

export const applyScale = (projectId: string, application: ScaleApplication) =>
  call('POST /projects/:projectId/scales/apply', { params: { projectId }, json: application })

export const scaleSettings = (projectId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'scale settings', projectId],
    queryFn: ({ signal }) => call('GET /projects/:projectId/scale-settings', { params: { projectId }, signal })
  })

export const reviseScaleSettings = (projectId: string, settings: ScaleSettingsEdit) =>
  call('PUT /projects/:projectId/scale-settings', { params: { projectId }, json: settings })

import { patchLook } from '../../shared/geometry/patch-look.ts'
import { apiPath } from '../api/request.ts'

const media = (mediaId: string) => apiPath(`/media/${encodeURIComponent(mediaId)}`)

export const thumbnailUrl = (mediaId: string, size: 'small' | 'large') => `${media(mediaId)}/thumbnail/${size}`
export const contentUrl = (mediaId: string) => `${media(mediaId)}/content`
export const downloadUrl = (mediaId: string) => `${contentUrl(mediaId)}?download=true`
export const tileUrl = (mediaId: string, level: number, column: number, row: number) => `${media(mediaId)}/tiles/${level}/${column}/${row}`

export const patchUrl = (annotationId: string, revision: number) =>
  apiPath(`/annotations/${encodeURIComponent(annotationId)}/patch?revision=${revision}&look=${patchLook}`)

/** Crop of a blind audit, at an address that does not refer to the annotation. */
export const auditPatchUrl = (auditItemId: string) => apiPath(`/ai/audit-items/${encodeURIComponent(auditItemId)}/patch`)

export const suggestionPatchUrl = (suggestionId: string) => apiPath(`/suggestions/${encodeURIComponent(suggestionId)}/patch`)

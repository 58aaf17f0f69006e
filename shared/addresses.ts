/* Addresses of pages, for links from the server and between the pages. All are paths that begin with `/`. */

export const projectPath = (projectId: string, section = 'dashboard') => `/projects/${encodeURIComponent(projectId)}/${section}`

interface AnnotatedPlace {
  mediaId: string
  /** Annotation to select. */
  annotationId?: string | null | undefined
  /** Filter for the images to annotate, in the syntax of shared/filters.ts. */
  filter?: string
}

/** Address of an image on the Annotate page. */
export function annotatePath(projectId: string, { mediaId, annotationId, filter }: AnnotatedPlace): string {
  const query = new URLSearchParams({ image: mediaId, ...(annotationId && { select: annotationId }), ...(filter && { filter }) })
  return `${projectPath(projectId, 'annotate')}?${query}`
}

/** Address of the page with crops similar to that of an annotation. */
export const similarPath = (projectId: string, annotationId: string): string =>
  `${projectPath(projectId, 'ai/similar')}?annotation=${encodeURIComponent(annotationId)}`

/** Address of an image in the viewer, where its facts are shown and edited. */
export const mediaPath = (projectId: string, mediaId: string): string => `${projectPath(projectId)}?media=${encodeURIComponent(mediaId)}`

/** Address of the Publication page of a project; `field` is the field to go to first. */
export const publicationPath = (projectId: string, field?: string): string =>
  `${projectPath(projectId, 'publication')}${field ? `#${encodeURIComponent(field)}` : ''}`

/** Address of a label in the catalog of its project. */
export const labelPath = (projectId: string, labelId: string): string =>
  `${projectPath(projectId, 'catalog')}?label=${encodeURIComponent(labelId)}`

/*
 * Where a browser finds things, for links that the server writes as well as those on the pages. All are paths that begin with `/`.
 */

export const projectPath = (projectId: string, section = 'dashboard') => `/projects/${encodeURIComponent(projectId)}/${section}`

interface AnnotatedPlace {
  mediaId: string
  /** The one to select. */
  annotationId?: string | null | undefined
  /** Which images are gone through, as shared/filters.ts writes it. */
  filter?: string
}

/** An image where it is annotated. */
export function annotatePath(projectId: string, { mediaId, annotationId, filter }: AnnotatedPlace): string {
  const query = new URLSearchParams({ image: mediaId, ...(annotationId && { select: annotationId }), ...(filter && { filter }) })
  return `${projectPath(projectId, 'annotate')}?${query}`
}

/** An image in the viewer, where what is known of it is seen and changed. */
export const mediaPath = (projectId: string, mediaId: string): string => `${projectPath(projectId)}?media=${encodeURIComponent(mediaId)}`

/** Where the publication of a project is written; `field` is the one to begin with. */
export const publicationPath = (projectId: string, field?: string): string =>
  `${projectPath(projectId, 'publication')}${field ? `#${encodeURIComponent(field)}` : ''}`

/** A label in the catalog of its project. */
export const labelPath = (projectId: string, labelId: string): string =>
  `${projectPath(projectId, 'catalog')}?label=${encodeURIComponent(labelId)}`

import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  queries: { 'DELETE /media/:mediaId/scale': '?revision=0' },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'DELETE /media/:mediaId/scale',
      'POST /projects/:projectId/scales/apply',
      'PUT /projects/:projectId/scale-settings'
    ]
  }
}

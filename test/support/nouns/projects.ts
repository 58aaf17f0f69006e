import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /projects',
      'POST /projects/example',
      'DELETE /projects/:projectId',
      'POST /projects/:projectId/restore'
    ]
  }
}

import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /projects/:projectId/members',
      'PATCH /projects/:projectId/members/:accountId',
      'DELETE /projects/:projectId/members/:accountId'
    ]
  }
}

import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'DELETE /media/:mediaId',
      'POST /projects/:projectId/media/metadata',
      'POST /uploads',
      'PATCH /uploads/:uploadId',
      'DELETE /uploads/:uploadId'
    ],
    'changes nothing that is kept, or is a step of what the scene does': [
      'HEAD /uploads/:uploadId',
      'POST /projects/:projectId/media/known'
    ]
  }
}

import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  unmade: {
    'begins, changes or ends the blindness itself': [
      'POST /projects/:projectId/annotation-sessions',
      'PATCH /annotation-sessions/:annotationSessionId',
      'POST /annotation-sessions/:annotationSessionId/new-images',
      'DELETE /annotation-sessions/:annotationSessionId'
    ],
    'possible only when a session has ended': [
      'POST /annotation-sessions/:annotationSessionId/agreement',
      'POST /annotation-sessions/:annotationSessionId/groups/:groupId/settle'
    ]
  }
}

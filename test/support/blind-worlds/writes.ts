import { everyContract } from '../../../shared/every-contract.ts'
import type { Step } from './work.ts'

/** Calls that change something and are not made in the scene, each with the reason. */
const notMade: Record<string, readonly string[]> = {
  'of one account, which a project does not show': [
    'POST /auth/login',
    'POST /auth/register',
    'POST /auth/refresh',
    'POST /auth/logout',
    'POST /auth/forgot-password',
    'POST /auth/reset-password',
    'PATCH /auth/me',
    'POST /auth/me/email-proof',
    'POST /auth/prove-email',
    'PUT /auth/me/avatar',
    'DELETE /auth/me/avatar',
    'PUT /auth/password',
    'DELETE /auth/sessions/:sessionId',
    'POST /auth/tokens',
    'DELETE /auth/tokens/:tokenId'
  ],
  'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
    'POST /projects',
    'POST /projects/example',
    'DELETE /projects/:projectId',
    'POST /projects/:projectId/restore',
    'POST /projects/:projectId/members',
    'PATCH /projects/:projectId/members/:accountId',
    'DELETE /projects/:projectId/members/:accountId',
    'POST /projects/:projectId/invitations',
    'DELETE /projects/:projectId/invitations/:invitationId',
    'POST /invitations/look',
    'POST /invitations/accept',
    'DELETE /media/:mediaId',
    'POST /projects/:projectId/media/metadata',
    'POST /projects/:projectId/camera-clocks/answers',
    'POST /uploads',
    'PATCH /uploads/:uploadId',
    'DELETE /uploads/:uploadId',
    'POST /labels/:labelId/promote',
    'POST /projects/:projectId/labels/import',
    'POST /projects/:projectId/labels/copy',
    'POST /projects/:projectId/labels/worms',
    'POST /projects/:projectId/labels/check/left',
    'DELETE /labels/:labelId/name-left',
    'PATCH /attribute-fields/:fieldId',
    'DELETE /attribute-fields/:fieldId',
    'PUT /projects/:projectId/attribute-fields/order',
    'DELETE /projects/:projectId/filters/:filterId',
    'POST /projects/:projectId/surveys',
    'PATCH /surveys/:surveyId',
    'DELETE /surveys/:surveyId',
    'POST /projects/:projectId/sites',
    'PATCH /sites/:siteId',
    'DELETE /sites/:siteId',
    'POST /projects/:projectId/sites/assign-by-name',
    'POST /projects/:projectId/sites/assign-by-table',
    'POST /projects/:projectId/navigation',
    'PATCH /navigation/:trackId',
    'DELETE /navigation/:trackId',
    'POST /navigation/:trackId/restore',
    'POST /navigation/:trackId/placements',
    'POST /placements/:placementId/undo',
    'DELETE /media/:mediaId/scale',
    'POST /projects/:projectId/scales/apply',
    'PUT /projects/:projectId/scale-settings',
    'PUT /projects/:projectId/publication',
    'POST /projects/:projectId/generalisations',
    'PATCH /generalisations/:generalisationId',
    'DELETE /generalisations/:generalisationId',
    'DELETE /exports/:exportId',
    'POST /jobs/:jobId/cancel',
    'POST /jobs/:jobId/retry'
  ],
  'begins, changes or ends the blindness itself': [
    'POST /projects/:projectId/annotation-sessions',
    'PATCH /annotation-sessions/:annotationSessionId',
    'POST /annotation-sessions/:annotationSessionId/new-images',
    'DELETE /annotation-sessions/:annotationSessionId'
  ],
  'possible only when a session has ended': [
    'POST /annotation-sessions/:annotationSessionId/agreement',
    'POST /annotation-sessions/:annotationSessionId/groups/:groupId/settle'
  ],
  'changes nothing that is kept, or is a step of what the scene does': [
    'HEAD /uploads/:uploadId',
    'POST /projects/:projectId/media/known',
    'POST /projects/:projectId/labels/check',
    'POST /projects/:projectId/sites/assign-by-name/preview',
    'POST /navigation/:trackId/placements/preview',
    'POST /projects/:projectId/annotations/patches',
    'POST /projects/:projectId/imports',
    'PUT /imports/:importId/mapping',
    'DELETE /imports/:importId',
    'DELETE /comments/:commentId'
  ]
}

/** Calls that change something, that no step makes and nobody has thought about. */
export function writesNotThoughtOf(steps: readonly Step[]): string[] {
  const reasoned = new Set(Object.values(notMade).flat())
  return everyContract
    .filter(({ method, url }) => method !== 'GET' && !reasoned.has(`${method} ${url}`))
    .filter(({ method, url }) => {
      const address = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)
      return !steps.some(step => step.method === method && address.test(step.url.split('?')[0] ?? ''))
    })
    .map(({ method, url }) => `${method} ${url}`)
}

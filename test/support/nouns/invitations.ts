import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ owner, projectId }) {
    const invitation = { role: 'viewer', days: 1, once: true }
    return { invitationId: (await owner.post(`/projects/${projectId}/invitations`, invitation)).json().id }
  },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /projects/:projectId/invitations',
      'DELETE /projects/:projectId/invitations/:invitationId',
      'POST /invitations/look',
      'POST /invitations/accept'
    ]
  }
}

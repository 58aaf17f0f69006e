import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ owner, projectId }) {
    const rule = { labelId: null, grid: '0.1', fromRole: 'owner' }
    return { generalisationId: (await owner.post(`/projects/${projectId}/generalisations`, rule)).json().id }
  },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /projects/:projectId/generalisations',
      'PATCH /generalisations/:generalisationId',
      'DELETE /generalisations/:generalisationId'
    ]
  }
}

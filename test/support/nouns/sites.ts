import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ owner, projectId }) {
    const surveyId = (await owner.post(`/projects/${projectId}/surveys`, { name: 'First' })).json().id
    const siteId = (await owner.post(`/projects/${projectId}/sites`, { name: 'M1' })).json().id
    return { surveyId, siteId }
  },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'POST /projects/:projectId/surveys',
      'PATCH /surveys/:surveyId',
      'DELETE /surveys/:surveyId',
      'POST /projects/:projectId/sites',
      'PATCH /sites/:siteId',
      'DELETE /sites/:siteId',
      'POST /sites/:siteId/restore',
      'POST /projects/:projectId/sites/operations',
      'POST /projects/:projectId/sites/assign-by-name',
      'POST /projects/:projectId/sites/assign-by-table'
    ],
    'changes nothing that is kept, or is a step of what the scene does': ['POST /projects/:projectId/sites/assign-by-name/preview']
  }
}

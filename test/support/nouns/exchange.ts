import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ app, owner, projectId }) {
    const exportId = (await owner.post(`/projects/${projectId}/exports`, { format: 'coco' })).json().id
    const brought = { url: `/api/projects/${projectId}/imports`, headers: { authorization: `Bearer ${owner.tokens.access_token}` } }
    const importId = (await app.inject({ method: 'POST', ...brought, payload: Buffer.from('a file') })).json().id
    return { exportId, importId }
  },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': ['DELETE /exports/:exportId'],
    'changes nothing that is kept, or is a step of what the scene does': [
      'POST /projects/:projectId/imports',
      'PUT /imports/:importId/mapping',
      'DELETE /imports/:importId'
    ]
  }
}

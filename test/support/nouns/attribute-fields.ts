import type { NounLines } from '../noun-lines.ts'

export const lines: NounLines = {
  async make({ owner, projectId }) {
    const field = { name: 'individualCount', type: 'integer', minimum: 1 }
    return { fieldId: (await owner.post(`/projects/${projectId}/attribute-fields`, field)).json().id }
  },
  unmade: {
    'seen by everyone, as a project, its members, images, sites, tracks, publication and catalog are': [
      'PATCH /attribute-fields/:fieldId',
      'DELETE /attribute-fields/:fieldId',
      'PUT /projects/:projectId/attribute-fields/order'
    ]
  }
}
